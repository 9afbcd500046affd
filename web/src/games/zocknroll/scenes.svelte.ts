/** The table as it is shown: everything stays until a step changes it. */

import type * as wire from '../../lib/wire';
import { lying } from '../../parts/dice';
import { after, announced, settled, type Scene, type Standing } from './scene';

export class Scenes {
  scene: Scene;
  private standing: Standing;
  private last: number;
  private recalled = false;
  /** Steps that filled a row, with an event that says so. */
  private readonly announcing: Record<number, wire.StepInfo | undefined> = {};

  /** Joins a game: the last steps are shown as done. */
  constructor(standing: Standing, steps: readonly wire.StepInfo[]) {
    this.standing = standing;
    this.last = steps.at(-1)?.n ?? -1;
    this.scene = $state.raw(settled(standing, steps.reduce(after, settled(standing, null))));
  }

  /** The game has moved on to this position by these steps. */
  follow(standing: Standing, steps: readonly wire.StepInfo[]): void {
    if (standing.view === this.standing.view) return;
    const fresh = steps.filter((step) => step.n > this.last);
    const jumped = !fresh.length && steps.at(-1)?.n !== this.last;
    this.standing = standing;
    this.last = steps.at(-1)?.n ?? this.last;
    const before = fresh.reduce((scene, step) => this.after(scene, step), this.scene);
    this.scene = settled(standing, jumped ? null : before);
    if (jumped) this.recalled = false;
  }

  /** What was decided in this hand before anybody looked; for those who come later, and after a reload. */
  recall(history: readonly wire.StepInfo[]): void {
    if (this.recalled || !history.length) return;
    this.recalled = true;
    const hand = history.map(beginsHand).lastIndexOf(true);
    const steps = history.slice(Math.max(0, hand));
    const then = steps.reduce(after, settled(this.standing, null));
    this.scene = settled(this.standing, atRest({ ...then, marks: this.standing.view.crosses }));
  }

  /** The step as the log tells it. */
  announced(step: wire.StepInfo): wire.StepInfo {
    return this.announcing[step.n] ?? step;
  }

  private after(scene: Scene, step: wire.StepInfo): Scene {
    const then = after(scene, step);
    this.announcing[step.n] = announced(step, scene, then);
    return then;
  }
}

const beginsHand = ({ events }: wire.StepInfo): boolean =>
  events.some(({ event }) => event === 'threw');

/** No die rolls that was there before. */
function atRest(scene: Scene): Scene {
  const rest = <Dice extends { face: number }[] | null>(dice: Dice) =>
    dice && lying(dice.map(({ face }) => face));
  return {
    ...scene,
    places: scene.places.map((place) => ({ ...place, dice: rest(place.dice) })),
    white: rest(scene.white) ?? [],
    shaken: 0,
  };
}
