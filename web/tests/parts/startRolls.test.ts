import { beforeAll, describe, expect, test } from 'vitest';
import { locale } from '../../src/lib/messages.svelte';
import { startRolls as rollsIn, startSentence, type StartRolls } from '../../src/parts/startRolls';
import { step } from '../games/steps';

const NAMES = ['Anna', 'Ben', 'Cora'];
const FIRST = step(1, 'threw 0 63', 'start-roll 0 9');
const TIE = step(2, 'threw 1 54', 'start-roll 1 9', 'tied 0 9', 'tied 1 9');
const AGAIN = step(3, 'threw 0 11', 'start-roll 0 2');
const DECIDED = step(4, 'threw 1 21', 'start-roll 1 3', 'begins 1 3');

const startRolls = (history: ReturnType<typeof step>[]): StartRolls | null =>
  rollsIn(history, 'throw');

describe('rolls for the beginning', () => {
  test('are explained before the first one', () => {
    expect(rollsIn([], 'begin')).toEqual({ totals: new Map(), tied: [], beginner: null });
    expect(rollsIn([], 'throw')).toBeNull();
  });

  test('are added up until everybody has rolled', () => {
    expect(startRolls([FIRST])).toEqual({ totals: new Map([[0, 9]]), tied: [], beginner: null });
  });

  test('a tie is seen until somebody rolls again', () => {
    expect(startRolls([FIRST, TIE])?.tied).toEqual([0, 1]);
    expect(startRolls([FIRST, TIE, AGAIN])).toEqual({
      totals: new Map([[0, 2]]),
      tied: [],
      beginner: null,
    });
  });

  test('who begins is seen until the first turn goes on', () => {
    const rolls = [FIRST, TIE, AGAIN, DECIDED];
    expect(startRolls(rolls)?.beginner).toBe(1);
    expect(startRolls([...rolls, step(5, 'threw 1 42')])).toBeNull();
  });

  test('a roll that was entered wrongly does not count', () => {
    expect(startRolls([FIRST, TIE, step(3, 'contest 0')])).toEqual(startRolls([FIRST]));
  });

  test('there are none where a game begins at once', () => {
    expect(startRolls([])).toBeNull();
    expect(startRolls([step(1, 'threw 0 12345')])).toBeNull();
  });
});

describe('in words', () => {
  beforeAll(() => locale.choose('en'));
  const said = (events: ReturnType<typeof step>, seat: number | null): string =>
    startSentence(events.events, { names: NAMES, seat });

  test('what the roll is for, who begins and why', () => {
    expect(said(FIRST, 1)).toBe('Anna rolls 6 and 3 to see who begins: 9');
    expect(said(FIRST, 0)).toBe('You roll 6 and 3 to see who begins: 9');
    expect(said(DECIDED, 0)).toBe(
      'Ben rolls 2 and 1 to see who begins: 3. Ben begins: 3 is the highest total',
    );
    expect(said(DECIDED, 1)).toContain('You begin: 3 is the highest total');
  });

  test('who has to roll again', () => {
    expect(said(TIE, 0)).toContain('Tied at 9: another roll for you and Ben');
    expect(said(TIE, null)).toContain('another roll for Anna and Ben');
  });

  test('nothing about any other step', () => {
    expect(said(step(9, 'threw 0 63'), 0)).toBe('');
  });
});
