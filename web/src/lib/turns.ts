/** Whose turn it is. */

import type * as wire from './wire';

type Turn = wire.PositionUpdate['turn'];

/** The seats that are to roll or to choose; none where nobody in particular rolls, or the game is over. */
export function seatsToAct(turn: Turn | undefined): readonly number[] {
  if (turn?.kind === 'choose') return turn.seats;
  return turn?.kind === 'chance' && turn.seat !== null ? [turn.seat] : [];
}
