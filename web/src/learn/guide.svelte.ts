/** The guide beside the board: what is to be done now, and what has happened for the first time. */

import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { TableConnection } from '../lib/table.svelte';
import type * as wire from '../lib/wire';
import type { GuidedGame, Lesson, Scene } from './lessons';

function kept(table: string): string {
  return `stammtisch.lessons.${table}`;
}

/** Steps of the game for which something stays new. */
const NEW = 6;

/** How the game stood after a step. */
interface Stood {
  view: wire.PositionUpdate['view'];
  tally: wire.Tally | undefined;
}

export class Guide {
  /** What has happened so far for the first time, the newest first. */
  discovered = $state.raw<Lesson[]>([]);
  /** The position at which the newest happened. */
  private discoveredAt = $state(-NEW - 1);
  /** The positions of steps that have not been logged yet, by step. */
  private readonly stood = new SvelteMap<number, Stood>();

  constructor(
    readonly game: GuidedGame,
    private readonly connection: TableConnection,
  ) {
    const known = sessionStorage.getItem(kept(connection.id))?.split(' ') ?? [];
    this.discovered = known.flatMap((id) => game.all.filter((lesson) => lesson.id === id));
  }

  /** What there is to do now. */
  get now(): Lesson | undefined {
    const scene = this.scene;
    return scene && this.game.situation(scene);
  }

  /** The learner is to roll or to choose. */
  get acting(): boolean {
    return this.scene?.acting ?? false;
  }

  /** What has just happened for the first time. */
  get fresh(): Lesson | undefined {
    return (this.position?.at ?? 0) - this.discoveredAt <= NEW ? this.discovered[0] : undefined;
  }

  /** What a lesson says at this table. */
  text(lesson: Lesson): string {
    const { layout } = this.connection;
    return layout ? lesson.text(layout) : '';
  }

  /** Remember how the game stood after each step: a lesson is about that position, not about a later one. */
  receive(update: wire.AnyUpdate): void {
    if (update.type !== 'position' || update.seat !== this.seat) return;
    for (const step of update.steps ?? [])
      this.stood.set(step.n, { view: step.view ?? update.view, tally: step.tally ?? update.tally });
  }

  /** Learn from the steps that have been logged by now; an effect that calls this follows the game. */
  follow(): void {
    const logged = this.seat === undefined ? [] : this.connection.playback.logged.get(this.seat);
    for (const step of logged ?? []) untrack(() => this.learn(step));
  }

  private learn(step: wire.StepInfo): void {
    const [scene, stood] = [this.scene, this.stood.get(step.n)];
    if (!scene || !stood?.view || !stood.tally) return;
    this.stood.delete(step.n);
    const then = { ...scene, view: stood.view, tally: stood.tally };
    for (const event of step.events) this.discover(this.game.discoveries(event, then));
  }

  private get seat(): number | undefined {
    return this.connection.seats[0];
  }

  private get position(): wire.PositionUpdate | undefined {
    return this.seat === undefined ? undefined : this.connection.playback.shown.get(this.seat);
  }

  private get scene(): Scene | undefined {
    const position = this.position;
    const seat = position?.seat ?? null;
    const { layout } = this.connection;
    if (!position?.view || !position.tally || !layout || seat === null) return undefined;
    return {
      view: position.view,
      seat,
      acting: !this.connection.playback.ahead && this.connection.acting.includes(seat),
      moves: position.moves,
      labels: position.labels ?? [],
      tally: position.tally,
      layout,
    };
  }

  private discover(lessons: Lesson[]): void {
    const fresh = lessons.filter(({ id }) => !this.discovered.some((known) => known.id === id));
    if (!fresh.length) return;
    this.discovered = [...fresh, ...this.discovered];
    this.discoveredAt = this.position?.at ?? 0;
    sessionStorage.setItem(kept(this.connection.id), this.discovered.map(({ id }) => id).join(' '));
  }
}
