/** What happened before this device came to the table: asked for in pages, the latest first. */

import { SvelteMap } from 'svelte/reactivity';
import { steps } from './api';
import type { Playback } from './playback.svelte';

type Viewer = number | null;

/** The first page has positions as well, so that the last turns can be shown again. */
const FIRST = 40;

export class Past {
  /** How many earlier steps there are that each seat has not asked for. */
  readonly before = new SvelteMap<Viewer, number>();
  /** A page has been asked for and has not come. */
  loading = $state(false);
  /** The positions for which the first page was asked for. */
  private asked: Partial<Record<string, number>> = {};

  constructor(
    private readonly table: string,
    private readonly playback: Playback,
  ) {}

  /** The latest steps before a seat came; asked for once. */
  async begin(seat: Viewer): Promise<void> {
    const at = this.playback.cameAt.get(seat);
    if (at === undefined || this.asked[`${seat}`] === at) return;
    this.asked[`${seat}`] = at;
    this.before.delete(seat);
    await this.load(seat, at, { count: `${FIRST}`, positions: 'true' });
  }

  /** The page before what is known. */
  async earlier(seat: Viewer): Promise<void> {
    const [at, before] = [this.playback.cameAt.get(seat), this.before.get(seat)];
    if (at !== undefined && before && !this.loading)
      await this.load(seat, at, { before: `${before}` });
  }

  /** Without an answer the log is shorter, and nothing else is lost. */
  private async load(seat: Viewer, at: number, more: Record<string, string>): Promise<void> {
    this.loading = true;
    const viewer = seat === null ? {} : { seat: `${seat}` };
    const page = await steps(this.table, { at: `${at}`, ...viewer, ...more }).catch(() => null);
    this.loading = false;
    if (!page || this.playback.cameAt.get(seat) !== at) return;
    this.before.set(seat, page.before);
    this.playback.recall(seat, page.steps);
  }
}
