import { describe, expect, test } from 'vitest';
import { Geometry, type Point } from '../../../src/games/tock/geometry';
import { BOARD, LAYOUT } from './board';

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

describe('the board of Tock', () => {
  test('has its fields in a ring, each one step from the next', () => {
    for (let field = 0; field < LAYOUT.fields; field++) {
      const next = BOARD.field(BOARD.ring(field + 1));
      expect(distance(BOARD.field(field), next)).toBeCloseTo(1);
    }
  });

  test('has the gate of the lower seat at the bottom, and its house above it', () => {
    const gate = BOARD.field(LAYOUT.gates[0] ?? 0);
    expect(gate.x).toBeCloseTo(0);
    expect(gate.y).toBeCloseTo(BOARD.radius);
    expect(BOARD.cell(0, 1).y).toBeCloseTo(BOARD.radius - 1);
  });

  test('is turned so that the viewer sits at the bottom', () => {
    const turned = new Geometry(LAYOUT, 'clockwise', 2);
    expect(turned.field(LAYOUT.gates[2] ?? 0).y).toBeCloseTo(turned.radius);
  });

  test('is mirrored where play goes the other way', () => {
    const mirrored = new Geometry(LAYOUT, 'counterclockwise', 0);
    expect(mirrored.field(3).x).toBeCloseTo(-BOARD.field(3).x);
    expect(mirrored.field(3).y).toBeCloseTo(BOARD.field(3).y);
  });

  test('lies inside its edge, reserves included', () => {
    for (const seat of BOARD.seats)
      for (const number of LAYOUT.stones.keys()) {
        const { x, y } = BOARD.reserve(seat, number);
        expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(BOARD.extent);
      }
  });

  test('leads forward over the fields in between', () => {
    expect(BOARD.way(0, '38', '2')).toEqual(['38', '39', '0', '1', '2']);
  });

  test('leads backward where forward would be longer than any card', () => {
    expect(BOARD.way(0, '2', '38')).toEqual(['2', '1', '0', '39', '38']);
  });

  test('leads through the gate into the house', () => {
    expect(BOARD.way(0, '36', 'h2')).toEqual(['36', '37', 'h1', 'h2']);
    expect(BOARD.way(0, 'h1', 'h3')).toEqual(['h1', 'h2', 'h3']);
  });

  test('jumps from the reserve and into the centre', () => {
    expect(BOARD.way(0, '-', '0')).toEqual(['-', '0']);
    expect(BOARD.way(0, '5', 'c')).toEqual(['5', 'c']);
  });

  test('is a circle with a centre where the layout says so', () => {
    const arms = 8;
    const layout = {
      ...LAYOUT,
      arms,
      fields: arms * LAYOUT.arm_length,
      center_fields: [4],
    };
    const round = new Geometry(layout, 'clockwise', 0);
    expect([round.square, round.hasCenter]).toEqual([false, true]);
    expect([BOARD.square, BOARD.hasCenter]).toEqual([true, false]);
  });
});
