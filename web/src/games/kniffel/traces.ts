/** What stays visible of the moves of this game: the box each player wrote last, and when each was written. */

import type * as wire from '../../lib/wire';

export interface Traces {
  /** The box that each seat wrote last. */
  last: ReadonlyMap<number, string>;
  /** The number of the step that wrote a box, by seat and box. */
  steps: ReadonlyMap<string, number>;
}

/** A box on somebody's sheet. */
export interface Written {
  seat: number;
  box: string;
}

export const boxKey = (seat: number, box: string): string => `${seat} ${box}`;

/** What a step wrote; undefined where it wrote nothing. */
export function writtenIn(step: wire.StepInfo | undefined): Written | undefined {
  const scored = step?.events.find(({ event }) => event === 'scored');
  const box = scored?.detail?.split(' ')[0];
  return box && scored?.seat != null ? { seat: scored.seat, box } : undefined;
}

/** In a series, those of the game that goes on. */
export function traces(history: readonly wire.StepInfo[]): Traces {
  const [last, steps] = [new Map<number, string>(), new Map<string, number>()];
  for (const step of thisGame(history)) {
    const written = writtenIn(step);
    if (!written) continue;
    last.set(written.seat, written.box);
    steps.set(boxKey(written.seat, written.box), step.n);
  }
  return { last, steps };
}

function thisGame(history: readonly wire.StepInfo[]): readonly wire.StepInfo[] {
  const ended = history
    .slice(0, -1)
    .map(({ events }) => events.some(({ event }) => event === 'won'))
    .lastIndexOf(true);
  return history.slice(ended + 1);
}
