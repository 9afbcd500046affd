/** The numbers of evaluations as people read them: chances in percent, points as points. */

import { number } from './messages.svelte';
import type * as wire from './wire';

const WIN = 'win probability';
/** How many of the best moves are shown. */
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

/**
 * The hint for what the seat has to decide, where one was given. Others may decide at the same time:
 * the position goes on, and the hint holds as long as the moves are the same.
 */
export function adviceFor(
  advice: wire.HintUpdate | null,
  position: wire.PositionUpdate | undefined,
): wire.Evaluation | null {
  if (!advice || !position || advice.seat !== position.seat) return null;
  const advised = new Set(advice.judgement.moves?.map(({ move }) => move));
  const same =
    advised.size === position.moves.length && position.moves.every((move) => advised.has(move));
  return advice.at <= position.at && same ? advice.judgement : null;
}

/** The best moves of an evaluation; of those that do the same, and so are worth the same, one. */
export function bestMoves(evaluation: wire.Evaluation | null): wire.EvaluatedMove[] {
  const moves = evaluation?.moves ?? [];
  return moves
    .filter(({ value }, index) => index === 0 || value !== moves[index - 1]?.value)
    .slice(0, SHOWN);
}

/** The best moves as a board marks them. */
export function hintsOf(evaluation: wire.Evaluation | null): Hint[] {
  return bestMoves(evaluation).map(({ move, value }, index) => ({ move, value, rank: index + 1 }));
}

/** The rank of a move among the hints; 0 for none. */
export function rankOf(hints: readonly Hint[] | undefined, move: string): number {
  return hints?.find((hint) => hint.move === move)?.rank ?? 0;
}
