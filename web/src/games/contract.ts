/** What the page knows about a game: the type of what `games/G/index.ts` exports. */

import type { Component } from 'svelte';
import type { Introduction } from '../learn/introduction';
import type { GuidedGame } from '../learn/lessons';
import type { Hint } from '../lib/evaluations';
import type { Sound } from '../lib/sound';
import type * as wire from '../lib/wire';

export type Json = Record<string, unknown>;

/** The documents of a game, typed by its generated `wire.ts`. */
export interface Documents {
  view: Json;
  tally: Json;
  layout: Json;
  options: Json;
}

/** What every board is given. A board draws a view and offers the listed moves; it knows no rules. */
export interface BoardProps<Wire extends Documents = Documents> {
  /** The position as this seat may know it. */
  view: Wire['view'];
  /** What the position adds up to. */
  tally: Wire['tally'];
  /** What stays the same for a whole match: fields, teams, counts. */
  layout: Wire['layout'];
  /** Whose view it is; null for a spectator or a replay. */
  seat: number | null;
  /** Who is called “you” in sentences, unless it is `seat`: nobody where several people share a device. */
  you?: number | null | undefined;
  turn: wire.PositionUpdate['turn'];
  /** The legal moves of this seat in notation; none while others act. */
  moves: string[];
  /** What each of the moves brings at once, such as points; missing where there is nothing to say. */
  labels?: string[] | undefined;
  /** What the seats are called. */
  names: string[];
  /** What has just happened, to be shown as movement. */
  steps: readonly wire.StepInfo[];
  /** Everything that has been shown and logged of this match, oldest first; text follows it. */
  history: readonly wire.StepInfo[];
  /** The number of the step whose line in the log is pointed at. */
  lit: number | null;
  /** A step is pointed at on the board: its line in the log lights up. */
  onlight: (n: number | null) => void;
  /** An action is on its way, or the connection is lost: nothing can be done now. */
  busy: boolean;
  /** Dice are real: `onthrow` is called with what was rolled. */
  realDice: boolean;
  onmove: (move: string) => void;
  /** This seat rolls or deals; with real dice `outcome` says what it was. */
  onthrow: (outcome?: string) => void;
  /** Take the last part of your own move back while it goes on. */
  ontakeback?: (() => void) | undefined;
  /** Ask why nothing can be done with a part of a move, such as a card; `reasons` answers. */
  onwhy?: ((part: string) => void) | undefined;
  /** The answer for this position, where something was asked. */
  reasons?: wire.ReasonsUpdate | undefined;
  /** Good moves that a hint has named, the best first, to be marked on the board. */
  hints?: readonly Hint[] | undefined;
  /** Open the rules at a clause. */
  onrule: (clause: string) => void;
}

export type Board<Wire extends Documents = Documents> = Component<BoardProps<Wire>>;

/** A position, and who looks at it. */
export interface Scene<Wire extends Documents = Documents> {
  /** Who reads it; null for a spectator. */
  seat: number | null;
  layout: Wire['layout'];
  view: Wire['view'];
}

/** What a sentence about a step may use. */
export interface SentenceContext<Wire extends Documents = Documents> extends Scene<Wire> {
  names: readonly string[];
}

/** A way to play that has a name: some options, the others at their defaults. */
export interface Preset<Options = Json> {
  /** Its key in the messages of the game, area `presets`. */
  id: string;
  options: Options;
}

/** A form of its own for options that belong together. */
export interface OptionsEditorProps<Wire extends Documents = Documents> {
  /** The layout without the options that are edited here. */
  layout: Wire['layout'];
  options: Wire['options'];
  /** The options that the server refused. */
  refused: ReadonlySet<string>;
  /** The largest number of each part of the first of the options. */
  largest: Readonly<Record<string, number | undefined>>;
  onchange: (options: Wire['options']) => void;
}

/** Everything but the board may be left out. Texts are found by the game's id, see `texts.ts`. */
export interface GamePage<Wire extends Documents = Documents> {
  /** Loaded when a table of this game is first seen. */
  board: () => Promise<{ default: Board<Wire> }>;
  /** A first game with explanations, loaded when it begins. */
  guide?: () => Promise<{ default: GuidedGame<Wire> }>;
  /** The game in a few minutes, with pictures; loaded when somebody wants to know. */
  introduction?: () => Promise<{ default: Introduction<Wire> }>;
  /** The clause that says what can be done now, at which the rules open during a game. */
  clauseNow?: (view: Wire['view'], moves: readonly string[]) => string;
  /** A drawing of the table, 320 by 180. */
  picture?: Component;
  /** What chance is made of; dice unless said. */
  chance?: 'dice' | 'cards';
  /** How the game is usually played: by so many, and against these bots where you start it with one tap. */
  usual?: { players: number; bots: string[] };
  /** Scores of different games can be compared: the best one of a device is remembered. */
  comparable?: boolean;
  /** The first is the usual one. */
  presets?: Preset<Wire['options']>[];
  /** A move in words, from its notation and, where it is known, the position in which it is played. */
  moveInWords?: (move: string, names: readonly string[], scene?: Scene<Wire>) => string;
  /** How long a step is shown at normal pace, in milliseconds. */
  beat?: (step: wire.StepInfo) => number;
  /** A step in one sentence for the log; empty if there is nothing to say. */
  tell?: (step: wire.StepInfo, context: SentenceContext<Wire>) => string;
  /** What is heard when an event happens, by the event's name. */
  sounds?: Readonly<Record<string, Sound>>;
  /** The events by which dice or cards become known. */
  chanceEvents?: readonly string[];
  /** Events that are nobody's doing: the log marks a step with one of them as nobody's. */
  doneByNobody?: readonly string[];
  /** What is said while nobody in particular rolls or deals, such as when lots are drawn. */
  tableRolls?: (view: Wire['view']) => string;
  /** The clause that explains the value of an option, by `option=value`. */
  optionClauses?: Readonly<Record<string, string>>;
  /** The clause that says who plays with whom. */
  playersClause?: string;
  /** Options that have a form of their own; it takes the place of the first of them. */
  optionsEditor?: {
    options: readonly (keyof Wire['options'] & string)[];
    load: () => Promise<{ default: Component<OptionsEditorProps<Wire>> }>;
  };
  /** The options after one of them was changed, where others depend on it. */
  afterChange?: (options: Wire['options'], changed: string) => Wire['options'];
}
