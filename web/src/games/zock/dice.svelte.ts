/** The dice in the box, as they were rolled last. */

import type * as wire from '../../lib/wire';
import { facesOf, fallen, lying, notated, type TrayDie } from '../../parts/dice';
import { NewSteps } from '../../parts/newSteps';
import { Rolling } from '../../parts/rolling.svelte';
import { rollAt } from './traces';
import type { View } from './wire';

export class Throws {
  dice = $state.raw<readonly TrayDie[]>([]);
  readonly rolling = new Rolling();
  private readonly newSteps = new NewSteps();

  /** Follow the steps; if they do not lead to the view, show the dice of the view. */
  follow(steps: readonly wire.StepInfo[], view: View): void {
    const events = this.newSteps.of(steps).flatMap((step) => step.events);
    const last = events.filter((event) => event.event === 'threw').at(-1);
    if (last?.detail) this.roll(facesOf(last.detail));
    else if (events.some((event) => event.event === 'contest')) this.dice = [];
    if (view.dice && view.dice !== this.lie) this.dice = lying(facesOf(view.dice));
  }

  /** Dice that were rolled before we looked. */
  recall(history: readonly wire.StepInfo[]): void {
    const last = history.at(-1);
    if (last && !this.dice.length) this.dice = lying(facesOf(rollAt(history, last.n)));
  }

  private get lie(): string {
    return notated(
      this.dice.map((die) => die.face),
      'descending',
    );
  }

  private roll(faces: number[]): void {
    this.dice = fallen(this.dice, faces);
    this.rolling.start();
  }
}
