/** Steps as scenes: which stone goes which way, and when. */

import type * as wire from '../../lib/wire';
import type { Geometry, Point } from './geometry';
import { FLIGHT, LONGEST_STEP, PER_FIELD, percent, STONE } from './drawing';
import type { Place, Stone } from './stones';

export interface Leg {
  stone: string;
  way: Place[];
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

/** What the events of a step do to the stones. */
export function sceneOf(step: wire.StepInfo, stones: readonly Stone[], board: Geometry): Scene {
  const places = new Map(stones.map((stone) => [stone.id, stone.place]));
  const legs: Leg[] = [];
  let time = 0;
  const go = (stone: string, way: Place[], length: number): void => {
    legs.push({ stone, way, begin: time, end: time + length });
    places.set(stone, way.at(-1) ?? '-');
  };
  for (const event of step.events) {
    const detail = event.detail ?? '';
    if (event.event === 'moved' || event.event === 'entered') {
      const [stone = '', from = '-', to = '-'] = detail.split(/[ >]/);
      const way = board.way(Number(stone[0]), from, to);
      const length = isWalk(way) ? way.length * PER_FIELD : FLIGHT;
      go(stone, way, length);
      time += length;
    } else if (event.event === 'hit') {
      go(detail, [places.get(detail) ?? '-', '-'], FLIGHT);
    } else if (event.event === 'swapped') {
      const [one = '', other = ''] = detail.split('<>');
      const [here, there] = [places.get(one) ?? '-', places.get(other) ?? '-'];
      go(one, [here, there], 2 * FLIGHT);
      go(other, [there, here], 2 * FLIGHT);
      time += 2 * FLIGHT;
    }
  }
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

/** A stone's place as a CSS transform, in percent of its own size so that it fits every size. */
export function moved(point: Point): string {
  const part = (value: number): string => `${percent(value / STONE).toFixed(1)}%`;
  return `translate(${part(point.x)}, ${part(point.y)})`;
}
