/** What stays to be seen of what was decided: the last decision of each player, and their last marks. */

import type * as wire from '../../lib/wire';
import { rowNamed } from './tableau';
import type { Layout, RowName } from './wire';

export interface Trace {
  /** The number of the step. */
  n: number;
  /** What was decided last; marks for winning the last round are no decision of their own. */
  decided: 'stayed' | 'left' | null;
  /** The rows that were marked in the last step with a mark. */
  rows: readonly RowName[];
  /** The number of that step. */
  marked: number | null;
}

const NOTHING: Trace = { n: -1, decided: null, rows: [], marked: null };

/** By seat; a player who has not decided anything has none. */
export function traces(
  history: readonly wire.StepInfo[],
  layout: Layout,
): ReadonlyMap<number, Trace> {
  const found = new Map<number, Trace>();
  for (const { n, events } of history)
    for (const { event, seat, detail } of events) {
      if (seat === null) continue;
      const was = found.get(seat) ?? NOTHING;
      if (event === 'stayed' || event === 'left') found.set(seat, { ...was, n, decided: event });
      const row = event === 'crossed' && rowNamed(layout, detail);
      if (row) found.set(seat, { ...was, n, ...marksAfter(was, n, row) });
    }
  return found;
}

function marksAfter(was: Trace, n: number, row: RowName): Pick<Trace, 'rows' | 'marked'> {
  return { rows: was.marked === n ? [...was.rows, row] : [row], marked: n };
}

/** What a step concerns, to be lit: players, marks in their rows, and the white dice. */
export interface Lit {
  seats: ReadonlySet<number>;
  marks: ReadonlySet<string>;
  white: boolean;
}

const DARK: Lit = { seats: new Set(), marks: new Set(), white: false };

export const markKey = (seat: number, row: string): string => `${seat} ${row}`;

export function litBy(step: wire.StepInfo | undefined): Lit {
  if (!step) return DARK;
  const own = step.events.filter(({ event }) => event !== 'white');
  return {
    seats: new Set(own.flatMap(({ seat }) => seat ?? [])),
    marks: new Set(
      own
        .filter(({ event }) => event === 'crossed')
        .map(({ seat, detail }) => markKey(seat ?? 0, detail ?? '')),
    ),
    white: step.events.some(({ event }) => event === 'white'),
  };
}
