/** The dice of a turn: they roll, are kept one by one, and never get mixed up. */

import type * as wire from '../../lib/wire';
import { chosen, facesOf, fallen, lying, notated, toggled, type TrayDie } from '../../parts/dice';
import { NewSteps } from '../../parts/newSteps';
import type { View } from './wire';

const NONE: ReadonlySet<number> = new Set();

export class TurnDice {
  dice = $state.raw<readonly TrayDie[]>([]);
  kept = $state.raw<ReadonlySet<number>>(NONE);
  private readonly newSteps = new NewSteps();

  toggle(id: number): void {
    this.kept = toggled(this.kept, id);
  }

  /** The kept faces as moves list them; `-` for none. */
  get keeping(): string {
    const faces = this.dice.filter((die) => this.kept.has(die.id)).map((die) => die.face);
    return notated(faces) || '-';
  }

  /** Follow the steps; if they do not lead to the view, show the dice of the view. */
  follow(steps: readonly wire.StepInfo[], view: View): void {
    for (const step of this.newSteps.of(steps)) step.events.forEach((event) => this.hear(event));
    if (view.phase === 'throw' && !view.throws) this.kept = NONE;
    if (view.dice !== undefined && view.dice !== this.lying) this.lay(view.dice);
    if (view.kept && view.kept !== this.keeping) {
      if (this.dice.length < view.kept.length) this.lay(view.kept);
      this.kept = chosen(this.dice, facesOf(view.kept), this.kept);
    }
  }

  private get lying(): string {
    return notated(this.dice.map((die) => die.face));
  }

  private lay(faces: string): void {
    this.dice = lying(facesOf(faces));
    this.kept = NONE;
  }

  private hear(event: wire.EventInfo): void {
    const detail = event.detail ?? '';
    if (event.event === 'kept')
      this.kept = chosen(this.dice, detail === '-' ? [] : facesOf(detail), this.kept);
    else if (event.event === 'threw') this.fall(facesOf(detail));
    else if (event.event === 'scored') this.kept = NONE;
  }

  private fall(fresh: number[]): void {
    const all = this.kept.size + fresh.length !== this.dice.length;
    this.dice = fallen(this.dice, fresh, all ? NONE : this.kept);
    if (all) this.kept = NONE;
  }
}
