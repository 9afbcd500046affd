/** What the steps of a match leave on the board: the last move of every player, and the way of any step. */

import type * as wire from '../../lib/wire';
import type { Geometry } from './geometry';
import { pathsOf, type Path } from './movement';
import type { CardText, Place } from './stones';

/** A move of a player; a seven may have several steps. */
export interface Trace {
  /** Its last step. */
  n: number;
  seat: number;
  paths: Path[];
}

/** A stone was hit. */
export interface Hit {
  n: number;
  stone: string;
  /** Where it was. */
  place: Place;
  /** Who hit it. */
  by: number;
}

export class Traces {
  /** The last move of every player who has played. */
  readonly latest: Trace[];
  private readonly moves = new Map<number, Trace>();
  /** The step in which each stone was moved or hit last. */
  private readonly touched = new Map<string, number>();
  private readonly paths = new Map<number, Path[]>();
  private readonly hits: Hit[] = [];

  constructor(steps: readonly wire.StepInfo[], board: Geometry) {
    const standing = withoutUndone(steps);
    const places = placesAtFirst(standing);
    for (const step of standing) this.write(step, pathsOf(step, places, board));
    this.latest = [...this.moves.values()];
  }

  /** The ways of the stones in a step. */
  of(n: number | null): Path[] {
    return n === null ? [] : (this.paths.get(n) ?? []);
  }

  /** The step that brought a stone where it is. */
  stepOf(stone: string): number | null {
    return this.touched.get(stone) ?? null;
  }

  /** The seat's stones that were hit since its own last move. */
  hitSince(seat: number | null): Hit[] {
    if (seat === null) return [];
    const own = this.moves.get(seat)?.n ?? Number.NEGATIVE_INFINITY;
    return this.hits.filter(({ n, stone }) => n > own && Number(stone[0]) === seat);
  }

  private write(step: wire.StepInfo, paths: Path[]): void {
    this.paths.set(step.n, paths);
    for (const { stone } of paths) this.touched.set(stone, step.n);
    const played = step.events.find(({ event }) => event === 'played' || event === 'folded');
    const seat = (played ?? step.events.find(({ event }) => event === 'moved'))?.seat;
    if (seat === undefined || seat === null) return;
    for (const { kind, stone, way } of paths)
      if (kind === 'hit') this.hits.push({ n: step.n, stone, place: way[0] ?? '-', by: seat });
    const before = played ? undefined : this.moves.get(seat);
    this.moves.set(seat, { n: step.n, seat, paths: paths.reduce(joined, before?.paths ?? []) });
  }
}

/** The steps that were not taken back: a player takes back their last one with all that followed it. */
function withoutUndone(steps: readonly wire.StepInfo[]): wire.StepInfo[] {
  const standing: wire.StepInfo[] = [];
  for (const step of steps) {
    const [first] = step.events;
    if (first?.event === 'contest') standing.pop();
    else if (first?.event !== 'takeback') standing.push(step);
    else while (standing.length && standing.pop()?.events[0]?.seat !== first.seat);
  }
  return standing;
}

/** Parts of a seven by which one stone goes on are one way. */
function joined(paths: Path[], next: Path): Path[] {
  const end = next.way[0];
  const before = paths.find((path) => path.stone === next.stone && path.way.at(-1) === end);
  if (!before || next.kind !== 'moved') return [...paths, next];
  const whole = { ...before, way: [...before.way, ...next.way.slice(1)] };
  return paths.map((path) => (path === before ? whole : path));
}

/** Where stones were before the first step, as far as their first moves tell. */
function placesAtFirst(steps: readonly wire.StepInfo[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { event, detail = '' } of steps.flatMap((step) => step.events)) {
    if (event !== 'moved') continue;
    const [stone = '', from = '-'] = detail.split(/[ >]/);
    if (!places.has(stone)) places.set(stone, from);
  }
  return places;
}

/** The card that another seat passed to this one in this round. */
export function receivedIn(steps: readonly wire.StepInfo[], seat: number | null): CardText | null {
  const last = steps
    .flatMap((step) => step.events)
    .filter(
      ({ event, seat: whose }) => event === 'dealt' || (event === 'received' && whose === seat),
    )
    .at(-1);
  return last?.event === 'received' ? (last.detail ?? null) : null;
}
