/** Dice on their way: until they have come to rest, nothing can be done with them, and a second tap on “roll” does nothing. */

import { still, tempo } from '../lib/prefs.svelte';
import { LONGEST_ROLL } from './dice';

export class Rolling {
  /** Some dice have not come to rest yet. */
  now = $state(false);
  /** They were rolled by a tap on this device: what can be done with them comes when they have come to rest. */
  own = $state(false);
  private asked = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** A roll was asked for here. */
  ask(): void {
    this.asked = true;
  }

  start(): void {
    this.stop();
    if (!still()) {
      this.now = true;
      this.own = this.asked;
      this.timer = setTimeout(() => this.stop(), LONGEST_ROLL * tempo());
    }
    this.asked = false;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.now = this.own = false;
  }
}
