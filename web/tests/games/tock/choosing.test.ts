import { beforeEach, describe, expect, test } from 'vitest';
import { Choosing } from '../../../src/games/tock/choosing.svelte';
import { Listing } from '../../../src/games/tock/listing';
import { BOARD, LAYOUT, stone, TALLY } from './board';

const STONES = [stone('0a', '-'), stone('0b', '3'), stone('0c', '8'), stone('1a', '5')];

let played: string[];

function choosing(moves: string[], hand: string[], cardless = false): Choosing {
  const { options } = new Listing(moves, [], STONES, BOARD, LAYOUT, TALLY);
  return new Choosing(() => ({ options, hand, cardless, play: (move) => played.push(move) }));
}

beforeEach(() => {
  played = [];
});

describe('choosing a move of Tock', () => {
  test('a card leaves the stones that it can move', () => {
    const chosen = choosing(['5H 0b>8', '5H 0c>13', 'KS in'], ['5H', 'KS']);
    chosen.takeCard(0);
    expect(chosen.stones).toEqual(['0b', '0c']);
    expect([...chosen.goals.keys()]).toEqual(['8', '13']);
  });

  test('stone and goal play the move', () => {
    const chosen = choosing(['5H 0b>8', '5H 0c>13'], ['5H']);
    chosen.takeCard(0);
    chosen.takeStone('0b');
    expect([...chosen.goals.keys()]).toEqual(['8']);
    chosen.takeGoal('8');
    expect(played).toEqual(['5H 0b>8']);
  });

  test('a stone alone is enough where one card moves it', () => {
    const chosen = choosing(['5H 0b>8'], ['5H']);
    chosen.takeStone('0b');
    chosen.takeGoal('8');
    expect(played).toEqual(['5H 0b>8']);
  });

  test('what was chosen can be chosen again where the same is offered', () => {
    const moves = ['5H 0b>8', '5S 0b>8', 'X=5 0b>8', '7H 0b>10'];
    const before = choosing(moves, ['5H', '5S', 'X', '7H']);
    expect(before.chosen).toBeNull();
    before.takeStone('0b');
    before.takeGoal('8');
    const after = choosing(moves, ['5H', '5S', 'X', '7H']);
    if (before.chosen) after.choose(before.chosen);
    expect(after.mover).toBe('0b');
    expect(after.choices.map(({ text }) => text)).toEqual(['5H 0b>8', 'X=5 0b>8']);
    expect(after.chosen).toEqual(before.chosen);
    expect(played).toEqual([]);
  });

  test('several cards to one goal are asked about, equal ones are not', () => {
    const chosen = choosing(['5H 0b>8', '5S 0b>8', 'X=5 0b>8'], ['5H', '5S', 'X']);
    chosen.takeStone('0b');
    chosen.takeGoal('8');
    expect(chosen.choices.map(({ text }) => text)).toEqual(['5H 0b>8', 'X=5 0b>8']);
    expect(played).toEqual([]);
    const [first] = chosen.choices;
    if (first) chosen.take(first);
    expect(played).toEqual(['5H 0b>8']);
  });

  test('several stones to one goal are asked about', () => {
    const chosen = choosing(['5H 0b>20', '5H 0c>20'], ['5H']);
    chosen.takeCard(0);
    chosen.takeGoal('20');
    expect(chosen.target).toBe('20');
    chosen.takeStone('0c');
    expect(played).toEqual(['5H 0c>20']);
  });

  test('a part of a seven is confirmed before it is sent', () => {
    const chosen = choosing(['7H 0b>4', '7H 0b>5'], ['7H']);
    chosen.takeCard(0);
    chosen.takeGoal('5');
    expect(played).toEqual([]);
    expect(chosen.pending?.text).toBe('7H 0b>5');
    if (chosen.pending) chosen.take(chosen.pending);
    expect(played).toEqual(['7H 0b>5']);
  });

  test('the only way to go on with a seven needs no confirmation', () => {
    const chosen = choosing(['0b>5'], [], true);
    chosen.takeGoal('5');
    expect(played).toEqual(['0b>5']);
  });

  test('a card that enters brings in the stone that the server names', () => {
    const chosen = choosing(['KS in'], ['KS']);
    chosen.takeCard(0);
    expect(chosen.stones).toEqual(['0a']);
    chosen.takeGoal('0');
    expect(played).toEqual(['KS in']);
  });

  test('goes back one step at a time', () => {
    const chosen = choosing(['5H 0b>8', '5H 0c>13'], ['5H']);
    chosen.takeCard(0);
    chosen.takeStone('0b');
    chosen.back();
    expect([chosen.mover, chosen.card]).toEqual([null, '5H']);
    chosen.back();
    expect(chosen.begun).toBe(false);
  });

  test('a card that is in no move cannot be played', () => {
    const chosen = choosing(['5H 0b>8'], ['5H', '9D']);
    expect([chosen.playable('5H'), chosen.playable('9D')]).toEqual([true, false]);
  });
});
