/** What every board is given. A board draws a view and offers the listed moves; it knows no rules. */

import type { Component } from 'svelte';
import type * as wire from '../lib/wire';

export interface BoardProps<View = Record<string, unknown>> {
  /** The position as this seat may know it. */
  view: View;
  /** Through whose eyes; null for a spectator or a replay. */
  seat: number | null;
  turn: wire.Position['turn'];
  /** The legal moves of this seat in notation; none while others act. */
  moves: string[];
  /** What each of the moves brings at once, such as points; missing where there is nothing to say. */
  labels?: string[] | undefined;
  /** Sums and printed figures of the position, where the game has any. */
  tally?: Record<string, unknown> | undefined;
  /** What the seats are called. */
  names: string[];
  /** What has just happened, to be shown as movement. */
  steps: wire.StepNews[];
  /** An action is on its way, or the connection is lost: nothing can be done now. */
  busy: boolean;
  /** Dice are real: `onthrow` is called with what fell. */
  realDice: boolean;
  onmove: (move: string) => void;
  /** This seat's hand throws; with real dice `outcome` says what fell. */
  onthrow: (outcome?: string) => void;
  /** Take the last part of the own move back while it goes on. */
  ontakeback?: (() => void) | undefined;
  /** Ask why nothing can be done with a part of a move, such as a card; `reasons` answers. */
  onwhy?: ((part: string) => void) | undefined;
  /** The answer for this position, where something was asked. */
  reasons?: wire.Reasons | undefined;
  /** Open the rules at a clause. */
  onrule: (clause: string) => void;
}

export type Board = Component<BoardProps>;
