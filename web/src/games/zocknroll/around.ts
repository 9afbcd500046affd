/** Where people sit at a table with rounded corners, seen from one who sits at the bottom. */

/** From the left (0) to the right (1), and from the far side (0) to the near one (1). */
export interface Spot {
  x: number;
  y: number;
}

/** How near to the bottom the first of so many others sits, as an angle from there. */
const FIRST_ANGLES = [180, 180, 122, 98, 84, 76, 70, 64, 58];
const LAST_ANGLE = 53;
const SAMPLES = 240;

/** The spots of the others, clockwise: the next player sits to the left. */
export function spotsAround(others: number): Spot[] {
  const first = FIRST_ANGLES[others] ?? LAST_ANGLE;
  const path = Array.from({ length: SAMPLES + 1 }, (_, sample) =>
    spot(first + ((360 - 2 * first) * sample) / SAMPLES),
  );
  const lengths = path.map((_, at) => way(path[at - 1], path[at]));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  return Array.from({ length: others }, (_, index) =>
    reached(path, lengths, others > 1 ? (all * index) / (others - 1) : all / 2),
  );
}

/** A point of the rounded edge; the angle goes clockwise from the bottom. */
function spot(angle: number): Spot {
  const radians = (angle * Math.PI) / 180;
  return { x: 0.5 - rounded(Math.sin(radians)) / 2, y: 0.5 + rounded(Math.cos(radians)) / 2 };
}

/** Between a circle (1) and a square (0). */
function rounded(value: number): number {
  return Math.sign(value) * Math.abs(value) ** 0.7;
}

function way(from: Spot | undefined, to: Spot | undefined): number {
  return from && to ? Math.hypot(to.x - from.x, to.y - from.y) : 0;
}

function reached(path: Spot[], lengths: number[], goal: number): Spot {
  let gone = 0;
  const at = lengths.findIndex((length) => (gone += length) >= goal - 1e-9);
  return path[at] ?? { x: 0.5, y: 0 };
}
