/** The games of a series so far; a position knows only their sum, so each sum is remembered. */

import type { KniffelView } from './view';

const KEPT = 'stammtisch.series';

type Sums = Record<string, number[]>;

function remembered(): Record<string, Sums> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Record<string, Sums>;
  } catch {
    return {};
  }
}

export interface FinishedGames {
  /** From and until which game of the series; the same where it is known by itself. */
  from: number;
  until: number;
  totals: number[];
}

/** The finished games, some of them together where we came too late to see them one by one. */
export function finishedGames(view: KniffelView, place: string): FinishedGames[] {
  const { match_game: game, totals } = view;
  if (!game || !totals) return [];
  const finished = view.phase === 'over' ? game : game - 1;
  const all = remembered();
  const sums: Sums = { ...all[place], 0: totals.map(() => 0), [finished]: totals };
  sessionStorage.setItem(KEPT, JSON.stringify({ ...all, [place]: sums }));
  const known = Object.keys(sums)
    .map(Number)
    .filter((after) => after <= finished);
  return known
    .sort((one, other) => one - other)
    .slice(1)
    .map((until, index) => between(sums, known[index] ?? 0, until));
}

function between(sums: Sums, before: number, until: number): FinishedGames {
  const earlier = sums[before] ?? [];
  const totals = (sums[until] ?? []).map((sum, who) => sum - (earlier[who] ?? 0));
  return { from: before + 1, until, totals };
}
