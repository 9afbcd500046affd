import { describe, expect, test } from 'vitest';
import { fieldKey, moveOf, rollAt, traces } from '../../../src/games/zock/traces';
import { step } from '../steps';

const HISTORY = [
  step(1, 'threw 0 63'),
  step(2, 'covered 0 3+6'),
  step(3, 'threw 1 44'),
  step(4, 'covered 1 8'),
];

describe('traces', () => {
  test('the flaps of the last turn of each player', () => {
    const { last } = traces(HISTORY);
    expect([last.get(0), last.get(1)]).toEqual([new Set([3, 6]), new Set([8])]);
  });

  test('stay until the next move of that player, not only until the next roll', () => {
    const rolled = [...HISTORY, step(5, 'threw 0 21')];
    expect(traces(rolled).last.get(0)).toEqual(new Set([3, 6]));
    expect(traces([...rolled, step(6, 'covered 0 1+2')]).last.get(0)).toEqual(new Set([1, 2]));
    expect(traces([...rolled, step(6, 'sat-out 0')]).last.get(0)).toEqual(new Set());
  });

  test('all rolls of one turn belong together, as in variant A', () => {
    const turn = [
      step(1, 'threw 0 63'),
      step(2, 'covered 0 9'),
      step(3, 'threw 0 21'),
      step(4, 'covered 0 3'),
      step(5, 'threw 0 66'),
      step(6, 'sat-out 0'),
    ];
    expect(traces(turn).last.get(0)).toEqual(new Set([9, 3]));
  });

  test('which step covered which field', () => {
    const { steps } = traces(HISTORY);
    expect(steps.get(fieldKey(0, 6))).toBe(2);
    expect(steps.get(fieldKey(1, 8))).toBe(4);
    expect(steps.get(fieldKey(1, 6))).toBeUndefined();
  });

  test('fields that open again after an objection are no longer marked', () => {
    const { last, steps } = traces([...HISTORY, step(5, 'objected 0 founded', 'opened 1 8')]);
    expect(last.get(1)).toEqual(new Set());
    expect(steps.has(fieldKey(1, 8))).toBe(false);
  });

  test('the end of a game stays in sight until the next one goes on', () => {
    const ended = [...HISTORY, step(5, 'threw 0 11'), step(6, 'covered 0 2', 'won 0 37')];
    expect(traces(ended).last.get(1)).toEqual(new Set([8]));
    expect(traces([...ended, step(7, 'threw 1 43')]).last.size).toBe(0);
  });
});

test('the move and the dice of a step in the log', () => {
  expect(moveOf(HISTORY[1])).toEqual({ seat: 0, fields: new Set([3, 6]) });
  expect(moveOf(HISTORY[0])).toBeUndefined();
  expect([rollAt(HISTORY, 2), rollAt(HISTORY, 3), rollAt([], 3)]).toEqual(['63', '44', '']);
});
