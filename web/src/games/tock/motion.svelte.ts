/**
 * Movement that explains what happened. What is shown follows what is, step by step and quickly;
 * nobody who wants to act has to wait for it.
 */

import { still, tempo } from '../../lib/prefs.svelte';
import type * as wire from '../../lib/wire';
import type { Geometry } from './geometry';
import { STEPS_IN_MOTION } from './drawing';
import { byStone, frames, samePlaces, sceneOf, type Scene } from './movement';
import type { Stone } from './stones';

export class Motion {
  /** The stones as they are shown: on their way to where they are. */
  shown = $state.raw<Stone[]>([]);
  private queue: Scene[] = [];
  private running: Animation[] = [];
  private last = Number.NEGATIVE_INFINITY;
  private readonly elements: Record<string, HTMLElement | undefined> = {};

  /** An element that shows a stone. */
  readonly holds = (id: string) => (element: HTMLElement) => {
    this.elements[id] = element;
    return () => (this.elements[id] = undefined);
  };

  /** New stones; steps that are not known yet are shown one after the other. */
  follow(stones: Stone[], steps: readonly wire.StepInfo[], board: Geometry): void {
    const fresh = steps.filter((step) => step.n > this.last);
    const newest = steps.at(-1)?.n;
    const first = this.shown.length !== stones.length;
    if (!fresh.length && samePlaces(stones, this.queue.at(-1)?.stones ?? this.shown)) {
      const end = this.queue.at(-1);
      if (end) end.stones = stones;
      else this.shown = stones;
      return;
    }
    const backward = newest !== undefined && newest < this.last;
    if (newest !== undefined) this.last = newest;
    if (first || backward || !fresh.length || still() || document.hidden) {
      this.finish();
      this.shown = stones;
      return;
    }
    let before = this.queue.at(-1)?.stones ?? this.shown;
    for (const step of fresh.slice(-STEPS_IN_MOTION)) {
      const scene = sceneOf(step, before, board);
      if (scene.legs.length) this.queue.push(scene);
      before = scene.stones;
    }
    // Where steps come faster than they can be shown, those in between are left out.
    this.queue.splice(1, Math.max(0, this.queue.length - STEPS_IN_MOTION));
    // What the events do not contain, such as marks, and whatever else differs.
    const end = this.queue.at(-1);
    if (end) end.stones = stones;
    else if (!this.running.length) this.shown = stones;
    if (!this.running.length) this.next(board);
  }

  /** Skip to the end, because somebody acts. */
  finish(): void {
    const end = this.queue.at(-1);
    this.queue = [];
    this.stop();
    if (end) this.shown = end.stones;
  }

  private stop(): void {
    const running = this.running;
    this.rest();
    for (const animation of running) animation.cancel();
  }

  private rest(): void {
    this.running = [];
    for (const element of Object.values(this.elements)) delete element?.dataset['moving'];
  }

  private next(board: Geometry): void {
    const scene = this.queue[0];
    if (!scene) return;
    this.shown = scene.stones;
    const length = (scene.length * tempo()) / Math.max(1, this.queue.length * 0.7);
    this.running = byStone(scene.legs).flatMap(([id, legs]) => {
      const element = this.elements[id];
      if (!element) return [];
      element.dataset['moving'] = '';
      return [element.animate(frames(id, legs, scene.length, board), length)];
    });
    const mine = this.running;
    const done = (): void => {
      if (this.running !== mine) return;
      this.rest();
      this.queue.shift();
      this.next(board);
    };
    if (!mine.length) done();
    else void Promise.all(mine.map((animation) => animation.finished)).then(done, () => undefined);
  }
}
