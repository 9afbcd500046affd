import { beforeEach, describe, expect, test, vi } from 'vitest';
import { handAt } from '../../../src/games/kniffel/hand';
import { facesAt, TurnDice } from '../../../src/games/kniffel/turnDice.svelte';
import type * as wire from '../../../src/lib/wire';
import { step } from '../steps';
import { VIEW } from './table';

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: true })));

const FIRST = step(1, 'threw 0 12234');
const KEPT = step(2, 'kept 0 22');
const SECOND = step(3, 'threw 0 556');
const WRITTEN = step(4, 'scored 0 chance 20');

/** The dice after each of the steps, shown one after the other. */
function shown(...steps: wire.StepInfo[]): [string, boolean][][] {
  const dice = new TurnDice();
  return steps.map((one) => {
    dice.follow([one], { ...VIEW, phase: 'choose' });
    return dice.dice.map((die) => [`${die.face}×${die.thrown}`, dice.kept.has(die.id)]);
  });
}

describe('the dice of a turn', () => {
  test('every roll is seen, and dice that are kept stay where they are', () => {
    const [first, kept, second] = shown(FIRST, KEPT, SECOND);
    expect(first?.map(([die]) => die)).toEqual(['1×1', '2×1', '2×1', '3×1', '4×1']);
    expect(kept?.map(([, stays]) => stays)).toEqual([false, true, true, false, false]);
    expect(second?.map(([die]) => die)).toEqual(['5×2', '2×1', '2×1', '5×2', '6×2']);
  });

  test('after a reload the last dice lie where they lay, without being rolled', () => {
    const dice = new TurnDice();
    dice.follow([], { ...VIEW, phase: 'throw', throws: 0 });
    dice.recall([FIRST, KEPT, SECOND, WRITTEN]);
    expect(dice.dice.map((die) => die.face)).toEqual([5, 2, 2, 5, 6]);
    expect(dice.dice.every((die) => die.thrown === 0)).toBe(true);
    expect(dice.kept.size).toBe(0);
  });

  test('they do so too when the history comes after the dice, and what is kept stays kept', () => {
    const dice = new TurnDice();
    dice.follow([], { ...VIEW, phase: 'choose', dice: '22556' });
    dice.toggle(0);
    dice.recall([]);
    expect(dice.dice.map((die) => die.face)).toEqual([2, 2, 5, 5, 6]);
    dice.recall([FIRST, KEPT, SECOND]);
    expect(dice.dice.map((die) => die.face)).toEqual([5, 2, 2, 5, 6]);
    expect(dice.keeping).toBe('2');
    dice.toggle(4);
    dice.recall([FIRST, KEPT, SECOND]);
    expect(dice.keeping).toBe('26');
  });

  test('the dice of any step can be shown again', () => {
    const history = [FIRST, KEPT, SECOND, WRITTEN];
    expect([1, 2, 3, 4].map((n) => facesAt(history, n))).toEqual([
      '12234',
      '12234',
      '22556',
      '22556',
    ]);
    expect(handAt(history, 2).kept.size).toBe(2);
  });
});
