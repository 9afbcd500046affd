import { beforeEach, describe, expect, test } from 'vitest';
import { Unfinished } from '../../src/lib/unfinished';

beforeEach(() => sessionStorage.clear());

/** What is remembered after a reload. */
function board(place: string, what: string): Unfinished<number[]> {
  return new Unfinished(place, what);
}

describe('what is half done at a board', () => {
  test('is there again after a reload, at the same table and for the same question', () => {
    board('/t/one', 'dice').keep('roll 3', [4, 2]);
    expect(board('/t/one', 'dice').recall('roll 3')).toEqual([4, 2]);
    expect(board('/t/one', 'cards').recall('roll 3')).toBeNull();
    expect(board('/t/other', 'dice').recall('roll 3')).toBeNull();
  });

  test('is forgotten once something else is asked', () => {
    const dice = board('/t/one', 'dice');
    dice.keep('roll 3', [4, 2]);
    expect(dice.recall('roll 4')).toBeNull();
    expect(dice.recall('roll 3')).toBeNull();
  });

  test('is forgotten once it is undone', () => {
    const dice = board('/t/one', 'dice');
    dice.keep('roll 3', [4, 2]);
    dice.keep('roll 3', null);
    expect(dice.recall('roll 3')).toBeNull();
  });

  test('is forgotten once it was accepted as an answer, although the same can be asked again', () => {
    const dice = board('/t/one', 'dice');
    dice.recall('roll 3');
    dice.keep('roll 3', [4, 2]);
    dice.leave();
    expect(board('/t/one', 'dice').recall('roll 3')).toEqual([4, 2]);
    dice.send();
    expect(board('/t/one', 'dice').recall('roll 3')).toEqual([4, 2]);
    dice.leave();
    expect(board('/t/one', 'dice').recall('roll 3')).toBeNull();
  });
});
