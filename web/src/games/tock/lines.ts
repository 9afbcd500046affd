/** Ways of stones as lines of a drawing. */

import { BOW } from './drawing';
import type { Geometry, Point } from './geometry';
import type { Option } from './listing';
import type { Path } from './movement';
import type { Stone } from './stones';

function pair(point: Point): string {
  return `${point.x.toFixed(2)} ${point.y.toFixed(2)}`;
}

/** The line of a way; stones that swap go in bows, so that both ways can be seen. */
export function lineOf(board: Geometry, { stone, way, kind }: Path): string {
  const points = way.map((place) => board.spot(stone, place));
  const [first, last] = [points[0], points.at(-1)];
  if (kind !== 'swapped' || !first || !last) return `M${points.map(pair).join('L')}`;
  const over = {
    x: (first.x + last.x) / 2 + (last.y - first.y) / BOW,
    y: (first.y + last.y) / 2 - (last.x - first.x) / BOW,
  };
  return `M${pair(first)}Q${pair(over)} ${pair(last)}`;
}

/** The paths that a move would make. */
export function pathsOfOption(option: Option, stones: readonly Stone[]): Path[] {
  const { stone, other, way } = option;
  if (!stone) return [];
  if (!other) return [{ kind: 'moved', stone, way }];
  const place = (id: string): string => stones.find((one) => one.id === id)?.place ?? '-';
  const [here, there] = [place(stone), place(other)];
  return [
    { kind: 'swapped', stone, way: [here, there] },
    { kind: 'swapped', stone: other, way: [there, here] },
  ];
}
