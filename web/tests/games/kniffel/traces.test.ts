import { expect, test } from 'vitest';
import { boxKey, traces, writtenIn } from '../../../src/games/kniffel/traces';
import { step } from '../steps';

const HISTORY = [
  step(3, 'threw 0 12234'),
  step(4, 'scored 0 chance 12'),
  step(5, 'threw 1 11123'),
  step(6, 'scored 1 ones 3'),
];

test('the box that each player wrote last, until the next one', () => {
  const { last } = traces([...HISTORY, step(7, 'threw 0 11111')]);
  expect([last.get(0), last.get(1)]).toEqual(['chance', 'ones']);
  expect(traces([...HISTORY, step(7, 'scored 0 twos 4')]).last.get(0)).toBe('twos');
});

test('which step wrote which box, and back', () => {
  expect(traces(HISTORY).steps.get(boxKey(1, 'ones'))).toBe(6);
  expect(writtenIn(HISTORY[3])).toEqual({ seat: 1, box: 'ones' });
  expect(writtenIn(HISTORY[2])).toBeUndefined();
});

test('in a series the sheets of the game before are gone once the next one goes on', () => {
  const ended = [...HISTORY, step(7, 'scored 0 ones 2', 'won 0 14')];
  expect(traces(ended).last.size).toBe(2);
  expect(traces([...ended, step(8, 'threw 1 12345')]).last.size).toBe(0);
});
