/** What a guide knows: what to say of a situation, and of what happens for the first time. */

import type * as wire from '../lib/wire';

/** The game as the learner sees it now. */
export interface Scene<View = Record<string, unknown>> {
  view: View;
  seat: number;
  /** The learner is to throw or to choose. */
  acting: boolean;
  moves: string[];
  labels: string[];
  tally: Record<string, unknown>;
}

export interface Lesson<Key extends string = string> {
  say: Key;
  clause: string;
}

/** The first that holds is said. */
export interface Situation<View, Key extends string> extends Lesson<Key> {
  when: (scene: Scene<View>) => boolean;
}

/** Said when it happens for the first time. */
export interface Discovery<View, Key extends string> extends Lesson<Key> {
  when: (event: wire.EventNews, scene: Scene<View>) => boolean;
}

export interface Course {
  /** How many play, the learner among them. */
  players: number;
  situation: (scene: Scene) => Lesson | undefined;
  discoveries: (event: wire.EventNews, scene: Scene) => Lesson[];
  /** Everything there is to discover. */
  all: Lesson[];
  say: (lesson: Lesson) => string;
}

/** A course of one game, with its own view and words. */
export function course<View, Key extends string>(parts: {
  players: number;
  situations: Situation<View, Key>[];
  discoveries: Discovery<View, Key>[];
  t: (key: Key) => string;
}): Course {
  const seen = (scene: Scene): Scene<View> => scene as Scene<View>;
  return {
    players: parts.players,
    situation: (scene) => parts.situations.find(({ when }) => when(seen(scene))),
    discoveries: (event, scene) => parts.discoveries.filter(({ when }) => when(event, seen(scene))),
    all: parts.discoveries,
    say: (lesson) => parts.t(lesson.say as Key),
  };
}

/** It happened to the learner. */
export function own(event: wire.EventNews, scene: { seat: number }): boolean {
  return event.seat === scene.seat;
}
