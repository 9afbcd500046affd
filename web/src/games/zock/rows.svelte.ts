/** The flaps as they are shown: a game that has just been won is shown to its end before the next one. */

import type * as wire from '../../lib/wire';
import { NewSteps } from '../../parts/newSteps';
import { WON_GAME_SHOWN } from './drawing';
import type { View } from './wire';

export class Rows {
  open = $state.raw<readonly number[][]>([]);
  /** How the game before this one ended. */
  ending = $state.raw<readonly wire.EventInfo[]>([]);
  private readonly newSteps = new NewSteps();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private next: readonly number[][] | undefined;
  private game = 0;

  follow(steps: readonly wire.StepInfo[], view: View): void {
    const events = this.newSteps.of(steps).flatMap((step) => step.events);
    if (this.next && !events.length) {
      // The same position for another seat at this device.
      this.next = view.open;
      return;
    }
    this.leave();
    const won = events.find((event) => event.event === 'won');
    if (won) this.ending = events.filter(({ event }) => event === 'won' || event === 'paid');
    if (won && this.game && view.match_game === this.game + 1) {
      this.open = this.open.map((row, seat) => (seat === won.seat ? [] : row));
      this.next = view.open;
      this.timer = setTimeout(() => this.lift(), WON_GAME_SHOWN);
    } else {
      this.open = view.open;
    }
    if ((view.match_game ?? 0) < this.game) this.ending = [];
    this.game = view.match_game ?? 0;
  }

  leave(): void {
    clearTimeout(this.timer);
    this.next = undefined;
  }

  private lift(): void {
    if (this.next) this.open = this.next;
    this.next = undefined;
  }
}
