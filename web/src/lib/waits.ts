/** How long each seat has kept the others waiting, as far as this device has seen it. */

import { seatsToAct } from './turns';
import type * as wire from './wire';

export class Waits {
  private since = new Map<number, number>();
  private at = -1;

  /** Take in a position. Of several who decide at once, those who have not decided still wait. */
  receive({ at, turn }: Pick<wire.PositionUpdate, 'at' | 'turn'>, now = Date.now()): void {
    if (at === this.at) return;
    this.at = at;
    const together = this.since.size > 1 && turn?.kind === 'choose';
    const before = together ? this.since : new Map<number, number>();
    this.since = new Map(seatsToAct(turn).map((seat) => [seat, before.get(seat) ?? now]));
  }

  /** For how many seconds a seat has been to act; 0 if it is not. */
  of(seat: number, now = Date.now()): number {
    return (now - (this.since.get(seat) ?? now)) / 1000;
  }
}
