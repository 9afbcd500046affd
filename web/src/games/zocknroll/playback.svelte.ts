/** Shows what happened step by step at a readable pace, without holding up play. */

import { still } from '../../lib/prefs.svelte';
import type * as wire from '../../lib/wire';
import { BEATS, LONGEST, LONGEST_WAITED_FOR } from './drawing';
import { after, announced, settled, type Scene, type Standing } from './scene';

/** Events with which dice are rolled. */
const FALLS = new Set(['threw', 'white']);

export class Playback {
  scene: Scene;
  /** The steps that have just been shown, for the log. */
  told = $state.raw<wire.StepInfo[]>([]);

  /** Dice that a decision is about have not been shown yet. */
  diceToCome = $state(false);

  private queue: wire.StepInfo[] = [];
  private standing: Standing;
  /** The time by which everything has been shown. */
  private due = 0;
  private last = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Joins a game: the last steps are shown as done. */
  constructor(standing: Standing, steps: readonly wire.StepInfo[]) {
    const start = settled(standing, null);
    this.standing = standing;
    this.told = [...steps];
    this.last = steps.at(-1)?.n ?? -1;
    this.scene = $state.raw(settled(standing, steps.reduce(after, start)));
  }

  /** The game has moved on to this position by these steps. */
  follow(standing: Standing, steps: readonly wire.StepInfo[], waitedFor: boolean): void {
    if (standing.view === this.standing.view) return;
    const fresh = steps.filter((step) => step.n > this.last);
    const jumped = !fresh.length && steps.at(-1)?.n !== this.last;
    this.standing = standing;
    this.due = performance.now() + (waitedFor ? LONGEST_WAITED_FOR : LONGEST);
    this.last = steps.at(-1)?.n ?? this.last;
    this.queue.push(...fresh);
    this.diceToCome ||= fresh.some(({ events }) => events.some(({ event }) => FALLS.has(event)));
    if (jumped) this.jump(standing, steps);
    else if (still() || document.hidden) this.skip();
    else if (!this.timer) this.next();
  }

  /** Show the present position at once. */
  skip(): void {
    this.stop();
    this.show(this.queue.splice(0));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private jump(standing: Standing, steps: readonly wire.StepInfo[]): void {
    this.stop();
    this.queue = [];
    this.diceToCome = false;
    this.told = [...steps];
    this.scene = settled(standing, null);
  }

  private next(): void {
    const [step] = this.queue;
    if (!step) {
      this.stop();
      return;
    }
    const wait = this.beat(step);
    this.show(this.queue.splice(0, 1));
    this.timer = setTimeout(() => this.next(), wait);
  }

  private show(steps: wire.StepInfo[]): void {
    let scene = this.scene;
    const told: wire.StepInfo[] = [];
    for (const step of steps) {
      const then = after(scene, step);
      told.push(announced(step, scene, then));
      scene = then;
    }
    this.scene = this.queue.length ? scene : settled(this.standing, scene);
    this.diceToCome = this.queue.some(({ events }) => events.some(({ event }) => FALLS.has(event)));
    if (told.length) this.told = told;
  }

  /** The more there is to show, the quicker each step. */
  private beat(step: wire.StepInfo): number {
    const all = this.queue.map(beatOf).reduce((sum, one) => sum + one, 0);
    const left = Math.max(0, this.due - performance.now());
    return beatOf(step) * Math.min(1, left / Math.max(all, 1));
  }
}

function beatOf(step: wire.StepInfo): number {
  return Math.max(0, ...step.events.map((event) => BEATS[event.event] ?? 0));
}
