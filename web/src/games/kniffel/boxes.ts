/** The boxes of the sheet, and what may be written in them now. */

import { rankOf, type Hint } from '../../lib/evaluations';
import type { BoxLayout, BoxName, Layout, View } from './wire';

export type Sheet = View['sheets'][number];

/** The boxes of one part of the sheet, from top to bottom. */
export function boxesOf({ boxes }: Layout, part: BoxLayout['part']): BoxLayout[] {
  return boxes.filter((box) => box.part === part);
}

/** The box of that name; undefined where this sheet has none. */
export function boxNamed({ boxes }: Layout, name: string | undefined): BoxName | undefined {
  return boxes.find(({ box }) => box === name)?.box;
}

/** A listed move that writes a box, and the points pencilled in for it. */
export interface Pencilled {
  move: string;
  points: string;
  /** Its place among the moves that a hint names; 0 for none. */
  rank?: number;
}

export function pencil(
  moves: readonly string[],
  labels: readonly string[],
  layout: Layout,
  hints?: readonly Hint[],
): Map<BoxName, Pencilled> {
  return new Map(
    moves.flatMap((move, index) => {
      const box = boxNamed(layout, /^score (.+)$/.exec(move)?.[1]);
      return box ? [[box, { move, points: labels[index] ?? '', rank: rankOf(hints, move) }]] : [];
    }),
  );
}
