import { expect, test } from 'vitest';
import { coverOf, fieldsOf, payment } from '../../../src/games/zock/notation';

test('fields of a move, and back', () => {
  expect(fieldsOf('3+6')).toEqual([3, 6]);
  expect(fieldsOf('none')).toEqual([]);
  expect(coverOf(new Set([6, 3]))).toBe('3+6');
});

test('chips that were paid, and change', () => {
  expect(payment('+2 red -1 blue', ['red', 'blue'])).toEqual({
    paid: [['red', 2]],
    change: [['blue', 1]],
  });
});
