/** The lines of the log: steps, what was summed up, and who left or came back, the latest first. */

import type { Note } from '../lib/departures.svelte';
import type * as wire from '../lib/wire';

export type Entry =
  | { kind: 'step'; key: string; n: number; step: wire.StepInfo }
  | { kind: 'summed'; key: string; n: number; steps: wire.StepInfo[] }
  | { kind: 'note'; key: string; n: number; note: Note };

interface Range {
  from: number;
  to: number;
}

export function entries(
  history: readonly wire.StepInfo[],
  notes: readonly Note[],
  summedUp: readonly Range[],
): Entry[] {
  const listed = [...stepEntries(history, summedUp), ...notes.map(noteEntry)];
  return listed.sort((one, other) => one.n - other.n || +(one.kind === 'note')).reverse();
}

function stepEntries(history: readonly wire.StepInfo[], summedUp: readonly Range[]): Entry[] {
  const found: Entry[] = [];
  for (const step of history) {
    const range = summedUp.find(({ from, to }) => from <= step.n && step.n <= to);
    const last = found.at(-1);
    if (range && last?.kind === 'summed' && last.key === `s${range.from}`) {
      last.steps.unshift(step);
      last.n = step.n;
    } else if (range) {
      found.push({ kind: 'summed', key: `s${range.from}`, n: step.n, steps: [step] });
    } else {
      found.push({ kind: 'step', key: `${step.n}`, n: step.n, step });
    }
  }
  return found;
}

function noteEntry(note: Note): Entry {
  return { kind: 'note', key: `n${note.id}`, n: note.n, note };
}

/** Whose mark stands before the line of a step; nobody's where chance, or everybody together, did it. */
export function doerOf({ events }: wire.StepInfo, nobodys: readonly string[] = []): number | null {
  const anybody = !events.some(({ event }) => nobodys.includes(event));
  return anybody ? (events[0]?.seat ?? null) : null;
}
