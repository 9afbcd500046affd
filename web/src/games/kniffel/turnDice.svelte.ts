/** The dice of a turn: they roll, are kept one by one, and never get mixed up. */

import type * as wire from '../../lib/wire';
import { facesOf, lying, notated, relaid, toggled, type TrayDie } from '../../parts/dice';
import { NewSteps } from '../../parts/newSteps';
import { Rolling } from '../../parts/rolling.svelte';
import { handAt, heard, keeping, NO_DICE, released, type Hand } from './hand';
import type { View } from './wire';

export class TurnDice {
  readonly rolling = new Rolling();
  private hand = $state.raw<Hand>(NO_DICE);
  private readonly newSteps = new NewSteps();

  get dice(): readonly TrayDie[] {
    return this.hand.dice;
  }

  get kept(): ReadonlySet<number> {
    return this.hand.kept;
  }

  toggle(id: number): void {
    this.hand = { dice: this.dice, kept: toggled(this.kept, id) };
  }

  /** Keep dice that show these faces. */
  keep(faces: string): void {
    this.hand = keeping(this.hand, facesOf(faces));
  }

  /** The kept faces as moves list them; `-` for none. */
  get keeping(): string {
    return notated(faces(this.dice.filter((die) => this.kept.has(die.id)))) || '-';
  }

  /** Follow the steps; if they do not lead to the view, show the dice of the view. */
  follow(steps: readonly wire.StepInfo[], view: View): void {
    const events = this.newSteps.of(steps).flatMap((step) => step.events);
    this.hand = events.reduce(heard, this.hand);
    if (events.some(({ event }) => event === 'threw')) this.rolling.start();
    if (view.phase === 'throw' && !view.throws) this.hand = released(this.hand);
    if (view.dice !== undefined && view.dice !== this.lying) this.lay(view.dice);
    if (view.kept && view.kept !== this.keeping) {
      if (this.dice.length < view.kept.length) this.lay(view.kept);
      this.hand = keeping(this.hand, facesOf(view.kept));
    }
  }

  /** Dice that were rolled before we looked lie in the order in which they came to rest. */
  recall(history: readonly wire.StepInfo[]): void {
    if (this.dice.some((die) => die.thrown)) return;
    const then = handAt(history, Infinity);
    const dice = relaid(then.dice, this.dice);
    if (this.dice.length && notated(faces(dice)) !== this.lying) return;
    if (faces(dice).join() === faces(this.dice).join()) return;
    const kept = this.keeping === '-' ? [] : facesOf(this.keeping);
    this.hand = keeping({ dice, kept: then.kept }, kept);
  }

  private get lying(): string {
    return notated(faces(this.dice));
  }

  private lay(shown: string): void {
    this.hand = { dice: lying(facesOf(shown)), kept: NO_DICE.kept };
  }
}

/** The faces of the dice after the step with that number. */
export function facesAt(history: readonly wire.StepInfo[], n: number): string {
  return notated(faces(handAt(history, n).dice));
}

function faces(dice: readonly TrayDie[]): number[] {
  return dice.map((die) => die.face);
}
