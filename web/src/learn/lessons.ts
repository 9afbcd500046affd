/** What a guided game says: about a situation, and about what happens for the first time. */

import type { Documents } from '../games/contract';
import type { Values } from '../lib/messages.svelte';
import type * as wire from '../lib/wire';

/** The game as the learner sees it now. */
export interface Scene<Wire extends Documents = Documents> {
  view: Wire['view'];
  tally: Wire['tally'];
  layout: Wire['layout'];
  seat: number;
  /** The learner is to roll or to choose. */
  acting: boolean;
  moves: string[];
  labels: string[];
}

export interface Lesson<Wire extends Documents = Documents> {
  id: string;
  clause: string;
  text: (layout: Wire['layout']) => string;
}

export interface GuidedGame<Wire extends Documents = Documents> {
  /** How many play, the learner among them. */
  players: number;
  situation: (scene: Scene<Wire>) => Lesson<Wire> | undefined;
  discoveries: (event: wire.EventInfo, scene: Scene<Wire>) => Lesson<Wire>[];
  /** Everything that may be said about a situation. */
  situations: Lesson<Wire>[];
  /** Everything there is to discover. */
  all: Lesson<Wire>[];
}

/** A lesson as a game writes it: the key of its text, and when it is said. */
interface Written<Key, When> {
  say: Key;
  clause: string;
  when: When;
}

interface Parts<Wire extends Documents, Key extends string> {
  players: number;
  t: (key: Key, values: Values) => string;
  /** The numbers and names of the table that the texts speak of. */
  facts: (layout: Wire['layout']) => Values;
  /** The first that holds is said. */
  situations: Written<Key, (scene: Scene<Wire>) => boolean>[];
  /** Said when it happens for the first time. */
  discoveries: Written<Key, (event: wire.EventInfo, scene: Scene<Wire>) => boolean>[];
}

export function guidedGame<Wire extends Documents, Key extends string>(
  parts: Parts<Wire, Key>,
): GuidedGame<Wire> {
  const lesson = <When>({ say, clause, when }: Written<Key, When>) => ({
    id: say as string,
    clause,
    when,
    text: (layout: Wire['layout']) => parts.t(say, parts.facts(layout)),
  });
  const situations = parts.situations.map(lesson);
  const all = parts.discoveries.map(lesson);
  return {
    players: parts.players,
    situation: (scene) => situations.find(({ when }) => when(scene)),
    discoveries: (event, scene) => all.filter(({ when }) => when(event, scene)),
    situations,
    all,
  };
}

/** It happened to the learner. */
export function own(event: wire.EventInfo, scene: { seat: number }): boolean {
  return event.seat === scene.seat;
}
