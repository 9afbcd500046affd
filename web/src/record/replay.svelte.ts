/** A finished game to step through; its positions are fetched in parts, when they are first shown. */

import type { Scene } from '../games/contract';
import { moments } from '../lib/api';
import type * as wire from '../lib/wire';
import { LIMITS } from '../lib/wire';

const PART = LIMITS.MomentsQuery.count.maximum;
const PACE = 1200;

export class Replay {
  /** The position that is shown, from 0. */
  at = $state(0);
  playing = $state(false);
  failed = $state(false);
  /** What the board of this match needs to draw; null until it is known. */
  layout = $state.raw<wire.Layout | null>(null);
  private known = $state.raw<readonly (wire.Moment | undefined)[]>([]);
  private asked: number[] = [];
  private clock: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly match: string,
    /** The number of the last position. */
    readonly last: number,
  ) {
    void this.fetch(0);
    void this.fetch(this.part(last));
  }

  get moment(): wire.Moment | undefined {
    return this.known[this.at];
  }

  get end(): wire.Moment | undefined {
    return this.known[this.last];
  }

  /** What was on the board at a position, once that is known; `need` asks for it. */
  sceneAt(position: number): Scene | undefined {
    const view = this.known[position]?.position;
    return view && this.layout ? { seat: null, layout: this.layout, view } : undefined;
  }

  need(position: number): void {
    void this.fetch(this.part(position));
  }

  seek(position: number): void {
    this.stop();
    this.show(position);
  }

  step(by: number): void {
    this.seek(this.at + by);
  }

  play(): void {
    if (this.at === this.last) this.show(0);
    this.playing = true;
    this.clock = setInterval(() => this.advance(), PACE);
  }

  stop(): void {
    this.playing = false;
    clearInterval(this.clock);
  }

  retry(): void {
    this.failed = false;
    void this.fetch(this.part(this.at));
    void this.fetch(this.part(this.last));
  }

  private advance(): void {
    if (this.moment) this.show(this.at + 1);
    if (this.at === this.last) this.stop();
  }

  private show(position: number): void {
    this.at = Math.min(Math.max(position, 0), this.last);
    void this.fetch(this.part(this.at));
    void this.fetch(this.part(Math.min(this.at + PART / 4, this.last)));
  }

  private part(position: number): number {
    return Math.floor(position / PART) * PART;
  }

  private async fetch(start: number): Promise<void> {
    if (this.asked.includes(start)) return;
    this.asked.push(start);
    try {
      const found = await moments(this.match, start, PART);
      const known = [...this.known];
      for (const [index, moment] of found.entries()) known[start + index] = moment;
      this.known = known;
    } catch {
      this.asked = this.asked.filter((other) => other !== start);
      this.failed = true;
    }
  }
}
