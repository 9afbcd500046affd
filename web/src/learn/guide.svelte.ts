/** The guide beside the board: what is to be done now, and what has happened for the first time. */

import type { TableConnection } from '../lib/table.svelte';
import type * as wire from '../lib/wire';
import type { GuidedGame, Lesson, Scene } from './lessons';

function kept(table: string): string {
  return `stammtisch.lessons.${table}`;
}

/** For so many steps of the game something stays new. */
const NEW = 6;

export class Guide {
  /** What has happened so far for the first time, the newest first. */
  discovered = $state.raw<Lesson[]>([]);
  /** The position at which the newest happened. */
  private discoveredAt = $state(-NEW - 1);

  constructor(
    private readonly game: GuidedGame,
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

  /** What has just happened for the first time. */
  get fresh(): Lesson | undefined {
    return (this.position?.at ?? 0) - this.discoveredAt <= NEW ? this.discovered[0] : undefined;
  }

  /** These steps are being shown. */
  shown(steps: readonly wire.StepInfo[]): void {
    const scene = this.scene;
    if (!scene) return;
    for (const step of steps)
      for (const event of step.events) this.discover(this.game.discoveries(event, scene));
  }

  private get position(): wire.PositionUpdate | undefined {
    const seat = this.connection.seats[0];
    return seat === undefined ? undefined : this.connection.playback.shown.get(seat);
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
