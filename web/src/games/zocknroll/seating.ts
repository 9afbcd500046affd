/** Where people sit at a table with rounded corners, seen from one who sits at the bottom. */

/** From the left (0) to the right (1), and from the far side (0) to the near one (1). */
export interface Spot {
  x: number;
  y: number;
}

/** Angles of so many others, clockwise from the bottom, that leave the middle to the dice. */
const FEW: Record<number, number[]> = {
  1: [180],
  2: [138, 222],
  3: [134, 180, 226],
  4: [46, 136, 224, 314],
  5: [46, 126, 180, 234, 314],
};
/** More of them sit all along the edge, beginning beside who sits at the bottom. */
const FIRST_ANGLE = 53;
/** A place is higher than wide, so that people can sit closer side by side than one above the other. */
const FLATTER = 0.75;
const SAMPLES = 240;

/** The spots of the others: the next player sits to the left. */
export function spotsAround(others: number): Spot[] {
  return FEW[others]?.map(spot) ?? spreadAround(others);
}

function spreadAround(others: number): Spot[] {
  const path = Array.from({ length: SAMPLES + 1 }, (_, sample) =>
    spot(FIRST_ANGLE + ((360 - 2 * FIRST_ANGLE) * sample) / SAMPLES),
  );
  const lengths = path.map((_, at) => way(path[at - 1], path[at]));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  return Array.from({ length: others }, (_, index) =>
    reached(path, lengths, (all * index) / (others - 1)),
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
  return from && to ? Math.hypot(to.x - from.x, (to.y - from.y) * FLATTER) : 0;
}

function reached(path: Spot[], lengths: number[], goal: number): Spot {
  let gone = 0;
  const at = lengths.findIndex((length) => (gone += length) >= goal - 1e-9);
  return path[at] ?? { x: 0.5, y: 0 };
}
