/** The places of the first seat by name, as a picture of the board shows them. */

import { BESIDE } from './drawing';
import type { Geometry, Point } from './geometry';
import { introduction as t } from './messages';

export type Named = 'reserve' | 'start' | 'gate' | 'house';

/** A name beside its place; `to` is where a line leads from it. */
export interface Label {
  text: string;
  at: Point;
  to?: Point;
}

export function places(board: Geometry, wanted: readonly Named[]): Label[] {
  const [start = 0, gate = 0] = [board.starts[0], board.gates[0]];
  const both = start === gate;
  const named = wanted.filter((name) => !(both && name === 'start'));
  return named.map((name) => (both && name === 'gate' ? gateOf(board, true) : OF[name](board)));
}

const OF: Record<Named, (board: Geometry) => Label> = {
  house: (board) => ({ text: t('house-label'), at: aboveHouse(board, 0) }),
  reserve: (board) => {
    const [middle, out] = reserveOf(board);
    return { text: t('reserve'), at: moved(middle, out * BESIDE.reserve, 0) };
  },
  start: (board) => {
    const [middle, out] = reserveOf(board);
    const field = board.field(board.starts[0] ?? 0);
    return {
      text: t('start'),
      at: moved(middle, out * BESIDE.start, -BESIDE.above),
      to: moved(field, out * BESIDE.line, -BESIDE.line),
    };
  },
  gate: (board) => gateOf(board, false),
};

function gateOf(board: Geometry, start: boolean): Label {
  const [, out] = reserveOf(board);
  const field = board.field(board.gates[0] ?? 0);
  return {
    text: t(start ? 'start-gate' : 'gate'),
    at: { x: -out * (start ? BESIDE.both : BESIDE.gate), y: field.y + BESIDE.below },
    to: moved(field, 0, BESIDE.line),
  };
}

/** Where a name stands that covers no place of the house. */
export function aboveHouse(board: Geometry, seat: number): Point {
  return board.cell(seat, board.cells + BESIDE.house);
}

/** The middle of the reserve, and the side on which it is. */
function reserveOf(board: Geometry): [Point, number] {
  const spots = board.stones.map((_, stone) => board.reserve(0, stone));
  const middle = {
    x: spots.reduce((sum, { x }) => sum + x, 0) / spots.length,
    y: spots.reduce((sum, { y }) => sum + y, 0) / spots.length,
  };
  return [middle, Math.sign(middle.x)];
}

function moved({ x, y }: Point, right: number, down: number): Point {
  return { x: x + right, y: y + down };
}
