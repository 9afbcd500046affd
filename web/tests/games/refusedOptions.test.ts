import { describe, expect, test } from 'vitest';
import type { Game } from '../../src/lib/api';
import { refusedOptions } from '../../src/games/options';

const TOCK: Game = {
  game: 'tock',
  title: 'Tock',
  rules: 1,
  players: [2, 4],
  bots: ['easy'],
  secrets: true,
  options: {
    properties: {
      play: { type: 'boolean' },
      play_on: { type: 'boolean', description: 'play on for the places (T27)' },
      house_entry: { enum: ['over', 'touched'], description: 'the way into the house (T28–T31)' },
    },
  },
};

function named(...reasons: string[]): [string | undefined, string[]][] {
  return refusedOptions(TOCK, reasons).map(({ field, clauses }) => [field?.name, clauses]);
}

describe('options that were refused', () => {
  test('are those that a reason begins with, and its clauses', () => {
    expect(named('house_entry touched does not go with board dog, which takes over (T31)')).toEqual(
      [['house_entry', ['T31']]],
    );
  });

  test('are named once, with the clauses of all their reasons', () => {
    expect(named('play_on is for free play (T27)', 'play_on again (T27, T2)')).toEqual([
      ['play_on', ['T27', 'T2']],
    ]);
  });

  test('may be unknown to the page', () => {
    expect(named("unknown key 'x' (known: play_on)")).toEqual([[undefined, []]]);
  });
});
