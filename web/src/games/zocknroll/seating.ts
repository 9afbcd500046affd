/** Where people sit around a table with rounded corners, seen from the bottom. */

import { ANGLES, FIRST_ANGLE, LAST_ANGLE, radians, SAMPLES } from './drawing';

/** From the left (0) to the right (1), and from the far side (0) to the near one (1). */
export interface Spot {
  x: number;
  y: number;
}

/** A place is higher than wide, so that people can sit closer side by side than one above the other. */
const FLATTER = 0.75;

/** The spots of the others: the next player sits to the left. */
export function spotsAround(others: number): Spot[] {
  return ANGLES[others]?.map(spot) ?? spreadAround(others);
}

function spreadAround(others: number): Spot[] {
  const path = Array.from({ length: SAMPLES + 1 }, (_, sample) =>
    spot(FIRST_ANGLE + ((LAST_ANGLE - FIRST_ANGLE) * sample) / SAMPLES),
  );
  const lengths = path.map((_, at) => way(path[at - 1], path[at]));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  return Array.from({ length: others }, (_, index) =>
    reached(path, lengths, (all * index) / (others - 1)),
  );
}

/** A point of the rounded edge; the angle goes clockwise from the bottom. */
function spot(angle: number): Spot {
  const [x, y] = [Math.sin(radians(angle)), Math.cos(radians(angle))];
  return { x: 0.5 - rounded(x) / 2, y: 0.5 + rounded(y) / 2 };
}

/** Between a circle (1) and a square (0). */
function rounded(value: number): number {
  return Math.sign(value) * Math.abs(value) ** 0.7;
}

function way(from: Spot | undefined, to: Spot | undefined): number {
  return from && to ? Math.hypot(to.x - from.x, (to.y - from.y) * FLATTER) : 0;
}

function reached(path: Spot[], lengths: number[], goal: number): Spot {
  let gone = 0;
  const at = lengths.findIndex((length) => (gone += length) >= goal - 1e-9);
  return path[at] ?? { x: 0.5, y: 0 };
}
