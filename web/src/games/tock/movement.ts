/** Steps as scenes: which stone goes which way, and when. */

import type * as wire from '../../lib/wire';
import type { Geometry, Point } from './geometry';
import { FLIGHT, LONGEST_STEP, PER_FIELD, percent, TOUCH } from './drawing';
import type { Place, Stone } from './stones';

/** The way of one stone in a step: it moves, is hit, or changes places with another. */
export interface Path {
  stone: string;
  way: Place[];
  kind: 'moved' | 'hit' | 'swapped';
}

/** A path with its time. */
export interface Leg extends Path {
  begin: number;
  end: number;
}

export interface Scene {
  legs: Leg[];
  length: number;
  stones: Stone[];
}

/** Whether the stone passes other places; if not, it jumps. */
function isWalk(way: readonly Place[]): boolean {
  return way.slice(1, -1).length > 0;
}

export function samePlaces(some: readonly Stone[], others: readonly Stone[]): boolean {
  return some.length === others.length && some.every((one, n) => one.place === others[n]?.place);
}

/** The paths of the stones in a step. `places` says where each stone is, and is kept up to date. */
export function pathsOf(step: wire.StepInfo, places: Map<string, Place>, board: Geometry): Path[] {
  const paths: Path[] = [];
  const go = (kind: Path['kind'], stone: string, way: Place[]): void => {
    paths.push({ kind, stone, way });
    places.set(stone, way.at(-1) ?? '-');
  };
  for (const { event, detail = '' } of step.events) {
    if (event === 'moved' || event === 'entered') {
      const [stone = '', from = '-', to = '-'] = detail.split(/[ >]/);
      go('moved', stone, board.way(Number(stone[0]), from, to));
    } else if (event === 'hit') {
      go('hit', detail, [places.get(detail) ?? '-', '-']);
    } else if (event === 'swapped') {
      const [one = '', other = ''] = detail.split('<>');
      const [here, there] = [places.get(one) ?? '-', places.get(other) ?? '-'];
      go('swapped', one, [here, there]);
      go('swapped', other, [there, here]);
    }
  }
  return paths;
}

/** What the events of a step do to the stones, and when. */
export function sceneOf(step: wire.StepInfo, stones: readonly Stone[], board: Geometry): Scene {
  const places = new Map(stones.map((stone) => [stone.id, stone.place]));
  const legs = timed(pathsOf(step, places, board));
  const end = Math.max(1, ...legs.map((leg) => leg.end));
  const pace = Math.min(1, LONGEST_STEP / end);
  return {
    legs: legs.map((leg) => ({ ...leg, begin: leg.begin * pace, end: leg.end * pace })),
    length: end * pace,
    stones: stones.map((stone) => {
      const place = places.get(stone.id) ?? stone.place;
      return place === stone.place ? stone : { ...stone, place };
    }),
  };
}

/** One after the other; a stone that is hit flies off at once, and two that swap go together. */
function timed(paths: readonly Path[]): Leg[] {
  let time = 0;
  return paths.map((path) => {
    const leg = { ...path, begin: time, end: time + duration(path) };
    if (path.kind === 'moved') time = leg.end;
    return leg;
  });
}

function duration({ kind, way }: Path): number {
  if (kind === 'swapped') return 2 * FLIGHT;
  return isWalk(way) ? way.length * PER_FIELD : FLIGHT;
}

export function byStone(legs: readonly Leg[]): [string, Leg[]][] {
  const ids = [...new Set(legs.map((leg) => leg.stone))];
  return ids.map((id) => [id, legs.filter((leg) => leg.stone === id)]);
}

export function frames(
  id: string,
  legs: readonly Leg[],
  length: number,
  board: Geometry,
): Keyframe[] {
  const all: Keyframe[] = [];
  for (const leg of legs) {
    leg.way.forEach((place, number) => {
      const part = number / Math.max(1, leg.way.length - 1);
      const offset = (leg.begin + part * (leg.end - leg.begin)) / length;
      all.push({ offset, transform: moved(board.spot(id, place)) });
    });
  }
  const [first, last] = [all[0], all.at(-1)];
  if (first && Number(first.offset) > 0) all.unshift({ ...first, offset: 0 });
  if (last && Number(last.offset) < 1) all.push({ ...last, offset: 1 });
  return all;
}

/** A stone's place as a CSS transform, in percent of its button so that it fits every size. */
export function moved(point: Point): string {
  const part = (value: number): string => `${percent(value / TOUCH).toFixed(1)}%`;
  return `translate(${part(point.x)}, ${part(point.y)})`;
}
