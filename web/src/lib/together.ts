/**
 * Holds positions back until every seat of this device has its own of the same moment. Otherwise a
 * shared device would for a moment believe that nobody, or the wrong person, is to act.
 */

import type * as wire from './wire';

type Position = wire.PositionUpdate;

export class Together {
  private held: readonly Position[] = [];

  /** All positions of the moment of this one, once each of these seats has one; none before. */
  of(position: Position, seats: readonly number[]): readonly Position[] {
    const others = this.held.filter(({ n, seat }) => n === position.n && seat !== position.seat);
    const known = [...others, position];
    const complete = seats.every((one) => known.some(({ seat }) => seat === one));
    this.held = complete ? [] : known;
    return complete ? known : [];
  }
}
