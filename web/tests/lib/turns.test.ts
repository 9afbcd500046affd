import { expect, it } from 'vitest';
import { seatsToAct } from '../../src/lib/turns';

it('names those who roll or choose, and nobody where nobody in particular does', () => {
  expect(seatsToAct({ kind: 'choose', seats: [0, 2] })).toEqual([0, 2]);
  expect(seatsToAct({ kind: 'chance', seat: 1 })).toEqual([1]);
  expect(seatsToAct({ kind: 'chance', seat: null })).toEqual([]);
  expect(seatsToAct(null)).toEqual([]);
});
