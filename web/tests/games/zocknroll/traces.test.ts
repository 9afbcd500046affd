import { describe, expect, test } from 'vitest';
import { litBy, traces } from '../../../src/games/zocknroll/traces';
import { LAYOUT, step } from './table';

describe('what stays to be seen', () => {
  test('is the last decision of each player until their next', () => {
    const history = [step(1, ['stayed', 0]), step(2, ['left', 1], ['showed', 1, '35'])];
    const found = traces(history, LAYOUT);
    expect([found.get(0)?.decided, found.get(1)?.decided, found.get(2)]).toEqual([
      'stayed',
      'left',
      undefined,
    ]);
    const later = traces([...history, step(3, ['threw', 0, '12']), step(4, ['left', 0])], LAYOUT);
    expect(later.get(0)).toMatchObject({ n: 4, decided: 'left' });
    expect(later.get(1)).toMatchObject({ n: 2, decided: 'left' });
  });

  test('are the marks of the last step with a mark, all of them', () => {
    const history = [
      step(1, ['left', 0], ['crossed', 0, 'pair'], ['crossed', 0, 'left-first']),
      step(2, ['stayed', 0]),
    ];
    expect(traces(history, LAYOUT).get(0)?.rows).toEqual(['pair', 'left-first']);
    const later = [...history, step(3, ['crossed', 0, 'kniffel'])];
    expect(traces(later, LAYOUT).get(0)?.rows).toEqual(['kniffel']);
  });
});

describe('what a line of the log lights up', () => {
  test('is the player with the marks', () => {
    const lit = litBy(step(1, ['left', 2], ['showed', 2, '11'], ['crossed', 2, 'pair']));
    expect([...lit.seats]).toEqual([2]);
    expect([...lit.marks]).toEqual(['2 pair']);
    expect(lit.white).toBe(false);
  });

  test('is the white dice, not whoever rolled them', () => {
    const lit = litBy(step(1, ['white', 1, '35']));
    expect(lit.white).toBe(true);
    expect(lit.seats.size).toBe(0);
  });

  test('is nothing while no line is pointed at', () => {
    expect(litBy(undefined).seats.size).toBe(0);
  });
});
