import { expect, test } from 'vitest';
import { readable } from '../../src/games/readable';

test('what everybody has one of stands in columns, the rest in rows', () => {
  const view = { game: 'pig', turn: 0, players: 2, scores: [3, 0], pot: 5, match_game: 1 };
  expect(readable([view, {}], 2)).toEqual({
    bySeat: [{ label: 'scores', values: ['3', '0'] }],
    entries: [
      { label: 'pot', value: '5' },
      { label: 'match game', value: '1' },
    ],
  });
});

test('lists and objects are written out, and what is empty is a dash', () => {
  const view = { sheets: [{ ones: 3 }, {}], discard: ['5H', 'X', '2S'], dice: null };
  expect(readable([view], 2)).toEqual({
    bySeat: [{ label: 'sheets', values: ['ones: 3', '–'] }],
    entries: [
      { label: 'discard', value: '5H, X, 2S' },
      { label: 'dice', value: '–' },
    ],
  });
});
