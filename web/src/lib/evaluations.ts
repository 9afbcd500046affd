/** The numbers of evaluations as people read them: chances in percent, points as points. */

import { number } from './messages.svelte';
import type * as wire from './wire';

const WIN = 'win probability';
/** So many of the best moves are shown. */
const SHOWN = 3;

/** A good move, to be marked on the board; the best has rank 1. */
export interface Hint {
  move: string;
  value: number;
  rank: number;
}

export function isWin(unit: string): boolean {
  return unit === WIN;
}

export function valued(unit: string, value: number, signed = false): string {
  return number(value, {
    ...(isWin(unit) ? { style: 'percent' as const } : {}),
    maximumFractionDigits: isWin(unit) && Math.abs(value) >= 0.1 ? 0 : 1,
    ...(signed ? { signDisplay: 'exceptZero' as const } : {}),
  });
}

/** The same with a decimal more, for values that are compared with each other. */
export function preciseValue(unit: string, value: number): string {
  return isWin(unit)
    ? number(value, { style: 'percent', maximumFractionDigits: 1 })
    : number(value, { maximumFractionDigits: 1 });
}

/** The hint for this very position, where one was given. */
export function adviceFor(
  advice: wire.HintUpdate | null,
  position: wire.PositionUpdate | undefined,
): wire.Evaluation | null {
  return advice && position && advice.at === position.at && advice.seat === position.seat
    ? advice.judgement
    : null;
}

/** The best moves of an evaluation. */
export function bestMoves(evaluation: wire.Evaluation | null): wire.EvaluatedMove[] {
  return evaluation?.moves?.slice(0, SHOWN) ?? [];
}

/** The best moves as a board marks them; none where all are equally good. */
export function hintsOf(evaluation: wire.Evaluation | null): Hint[] {
  return bestMoves(evaluation).map(({ move, value }, index) => ({ move, value, rank: index + 1 }));
}

/** The rank of a move among the hints; 0 for none. */
export function rankOf(hints: readonly Hint[] | undefined, move: string): number {
  return hints?.find((hint) => hint.move === move)?.rank ?? 0;
}
