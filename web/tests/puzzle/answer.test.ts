import { expect, test } from 'vitest';
import type * as wire from '../../src/lib/wire';
import { isSolved, listed, rated } from '../../src/puzzle/answer';

const SOLUTION: wire.Solution = {
  evaluation: {
    exact: false,
    unit: 'win probability',
    value: 0.6,
    error: 0.02,
    moves: [
      { move: 'a', value: 0.6, error: 0.02 },
      { move: 'b', value: 0.6, error: 0.02 },
      { move: 'c', value: 0.58, error: 0.02 },
      { move: 'd', value: 0.5, error: 0.01 },
      { move: 'e', value: 0.4, error: 0.01 },
      { move: 'f', value: 0.3, error: 0.01 },
      { move: 'g', value: 0.2 },
    ],
  },
  marks: ['', '', '', 'inaccuracy', 'mistake', 'blunder', 'blunder'],
};

test('equal moves are all the best, and what is not beyond doubt is good', () => {
  const verdicts = rated(SOLUTION).map(({ verdict }) => verdict);
  expect(verdicts).toEqual(['best', 'best', 'good', 'inaccuracy', 'mistake', 'blunder', 'blunder']);
  expect(rated(SOLUTION).map((one) => isSolved(one.verdict))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(rated(SOLUTION)[3]?.loss).toBeCloseTo(0.1);
  expect(rated(SOLUTION)[6]?.error).toBe(0);
});

test('the best are listed, and the try wherever it stands', () => {
  const moves = (tried: string) => listed(rated(SOLUTION), tried).map(({ move }) => move);
  expect(moves('b')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(moves('g')).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
});
