import { beforeEach, describe, expect, test } from 'vitest';
import { place } from '../../src/lib/router.svelte';
import { Unfinished } from '../../src/lib/unfinished';

beforeEach(() => {
  sessionStorage.clear();
  place.go('/t/one');
});

describe('what is half done at a board', () => {
  test('is there again after a reload, at the same table and for the same question', () => {
    new Unfinished<number[]>('dice').keep('roll 3', [4, 2]);
    expect(new Unfinished<number[]>('dice').recall('roll 3')).toEqual([4, 2]);
    expect(new Unfinished<number[]>('cards').recall('roll 3')).toBeNull();
    place.go('/t/other');
    expect(new Unfinished<number[]>('dice').recall('roll 3')).toBeNull();
  });

  test('is forgotten once something else is asked', () => {
    const dice = new Unfinished<number[]>('dice');
    dice.keep('roll 3', [4, 2]);
    expect(dice.recall('roll 4')).toBeNull();
    expect(dice.recall('roll 3')).toBeNull();
  });

  test('is forgotten once it is undone', () => {
    const dice = new Unfinished<number[]>('dice');
    dice.keep('roll 3', [4, 2]);
    dice.keep('roll 3', null);
    expect(dice.recall('roll 3')).toBeNull();
  });
});
