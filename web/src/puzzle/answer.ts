/** What a try was worth beside the best move. */

import type * as wire from '../lib/wire';

/** How many of the best moves are listed. */
const LISTED = 5;
/** Values closer than this are the same. */
const SAME = 1e-9;

export type Verdict = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

export interface Rated {
  move: string;
  value: number;
  error: number;
  /** What it loses against the best move. */
  loss: number;
  verdict: Verdict;
}

/** Every move of the puzzle, the best first. */
export function rated({ evaluation, marks }: wire.Solution): Rated[] {
  const moves = evaluation.moves ?? [];
  const best = moves[0]?.value ?? 0;
  return moves.map(({ move, value, error }, index) => {
    const loss = best - value;
    return {
      move,
      value,
      error: error ?? 0,
      loss,
      verdict: marks[index] || (loss <= SAME ? 'best' : 'good'),
    };
  });
}

/** A try that loses nothing, or nothing beyond doubt. */
export function isSolved(verdict: Verdict): boolean {
  return verdict === 'best' || verdict === 'good';
}

/** The best moves and, wherever it stands, the one that was tried. */
export function listed(all: readonly Rated[], tried: string): Rated[] {
  return all.filter((one, index) => index < LISTED || one.move === tried);
}
