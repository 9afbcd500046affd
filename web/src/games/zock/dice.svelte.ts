/** The dice in the box, as they were rolled last. */

import type * as wire from '../../lib/wire';
import { facesOf, fallen, lying, notated, type TrayDie } from '../../parts/dice';
import { NewSteps } from '../../parts/newSteps';
import type { View } from './wire';

export class Throws {
  dice = $state.raw<readonly TrayDie[]>([]);
  private readonly newSteps = new NewSteps();

  /** Follow the steps; if they do not lead to the view, show the dice of the view. */
  follow(steps: readonly wire.StepInfo[], view: View): void {
    const events = this.newSteps.of(steps).flatMap((step) => step.events);
    const last = events.filter((event) => event.event === 'threw').at(-1)?.detail;
    if (last) this.dice = fallen(this.dice, facesOf(last));
    else if (events.some((event) => event.event === 'contest')) this.dice = [];
    const lie = notated(
      this.dice.map((die) => die.face),
      'descending',
    );
    if (view.dice && view.dice !== lie) this.dice = lying(facesOf(view.dice));
  }
}
