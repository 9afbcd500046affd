/** A guide beside the board: what is to be done now, and what was met for the first time. */

import type { TableConnection } from '../lib/table.svelte';
import type * as wire from '../lib/wire';
import type { GuidedGame, Lesson, Scene } from './lessons';

function kept(table: string): string {
  return `stammtisch.lessons.${table}`;
}

/** So many steps of the game something stays new. */
const NEW = 6;

export class Guide {
  /** What was met so far, the newest first. */
  met = $state.raw<Lesson[]>([]);
  /** The position at which the newest was met. */
  private metAt = $state(-NEW - 1);

  constructor(
    private readonly game: GuidedGame,
    private readonly connection: TableConnection,
  ) {
    const known = sessionStorage.getItem(kept(connection.id))?.split(' ') ?? [];
    this.met = known.flatMap((id) => game.all.filter((lesson) => lesson.id === id));
  }

  /** What there is to do now. */
  get now(): Lesson | undefined {
    const scene = this.scene;
    return scene && this.game.situation(scene);
  }

  /** What has just been met. */
  get fresh(): Lesson | undefined {
    return (this.position?.at ?? 0) - this.metAt <= NEW ? this.met[0] : undefined;
  }

  /** Hear what happens at the table. */
  hear(news: wire.AnyUpdate): void {
    const scene = this.scene;
    if (news.type !== 'position' || !scene || news.seat !== scene.seat) return;
    for (const step of news.steps ?? [])
      for (const event of step.events) this.meet(this.game.discoveries(event, scene));
  }

  private get position(): wire.PositionUpdate | undefined {
    const seat = this.connection.seats[0];
    return seat === undefined ? undefined : this.connection.positions.get(seat);
  }

  private get scene(): Scene | undefined {
    const position = this.position;
    const seat = position?.seat ?? null;
    const { layout } = this.connection;
    if (!position?.view || !position.tally || !layout || seat === null) return undefined;
    return {
      view: position.view,
      seat,
      acting: this.connection.acting.includes(seat),
      moves: position.moves,
      labels: position.labels ?? [],
      tally: position.tally,
      layout,
    };
  }

  private meet(lessons: Lesson[]): void {
    const fresh = lessons.filter(({ id }) => !this.met.some((known) => known.id === id));
    if (!fresh.length) return;
    this.met = [...fresh, ...this.met];
    this.metAt = this.position?.at ?? 0;
    sessionStorage.setItem(kept(this.connection.id), this.met.map(({ id }) => id).join(' '));
  }
}
