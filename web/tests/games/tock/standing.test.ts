import { beforeEach, describe, expect, test } from 'vitest';
import { Listing } from '../../../src/games/tock/listing';
import { standingOf, type Position } from '../../../src/games/tock/standing';
import { Speaker } from '../../../src/games/tock/wording';
import type { Tally } from '../../../src/games/tock/wire';
import { LANGUAGES, locale } from '../../../src/lib/messages.svelte';
import { BOARD, LAYOUT, stone, TALLY, VIEW } from './board';

const STONES = ['0a 35', '0b 3', '0c h2', '0d -', '1a 8', '2a -', '3a 34'].map((text) => {
  const [id = '', place = ''] = text.split(' ');
  return stone(id, place);
});
/** Numbers that no board has: they can only come from the server. */
const COUNTED: Tally = {
  ...TALLY,
  home: [1, 0, 0, 0],
  ways: [
    [{ gate: 102, home: 106 }, { gate: 134, home: null }, { gate: 0, home: 2 }, null],
    [{ gate: 139, home: 143 }, null, null, null],
  ],
  in_reach: [
    { stone: '3a', target: '0a', steps: 1 },
    { stone: '0b', target: '1a', steps: 5 },
    { stone: '1a', target: '0b', steps: -4 },
    { stone: '2a', target: '3a', steps: 0 },
  ],
};

function position(moves: string[], seat: number | null = 0): Position {
  const { options } = new Listing(moves, [], STONES, BOARD, LAYOUT, TALLY);
  const speaker = new Speaker(['Anna', 'Ben', 'Cili', 'Dora'], seat, BOARD);
  return { view: VIEW, tally: COUNTED, layout: LAYOUT, stones: STONES, options, speaker };
}

function lines(title: RegExp, moves: string[] = []): string[] {
  const section = standingOf(position(moves)).find((one) => title.test(one.title));
  return section?.lines.flatMap(({ text, parts = [] }) => [text, ...parts]) ?? [];
}

beforeEach(() => locale.choose('en'));

describe('the position as text', () => {
  test('has the own stones in running order, with the steps that the server counted', () => {
    expect(lines(/^You: 1 of 4/)).toEqual([
      'Your ● stone in the house, cell 2, can go 2 fields deeper',
      'Your ● stone 2 fields before your gate, 102 fields to the gate, 106 fields home',
      'Your ● stone 3 fields past your start, 134 fields to the gate, the house is blocked',
      '1 stone in reserve',
    ]);
  });

  test('has what each card does, and its moves', () => {
    const cards = lines(/^Your cards/, ['5H 0a>h3', '5H 0b>8']);
    expect(cards).toContain('5 of hearts: 5 forward.');
    expect(cards).toContain('Move your ● stone 5 fields, into the house, cell 3');
    expect(cards).toContain('Move your ● stone 5 fields, to 2 fields before Ben’s start');
    expect(cards.filter((line) => line === 'cannot be played now')).toHaveLength(1);
  });

  test('has what is in reach of whom, for the whole side', () => {
    expect(lines(/can be hit$/)).toEqual([
      'Dora’s ◆ stone 3 fields before your gate, 1 field ahead: your ● stone 2 fields before your gate',
      'Ben’s ■ stone 2 fields before Ben’s start, 4 fields back: your ● stone 3 fields past your start',
      'If someone holds the right card.',
    ]);
    expect(lines(/can hit$/)).toEqual([
      'Your ● stone 3 fields past your start, 5 fields ahead: Ben’s ■ stone 2 fields before Ben’s start',
      'Cili’s ▲ stone in reserve, coming into play: Dora’s ◆ stone 3 fields before your gate',
      'If someone holds the right card.',
    ]);
  });

  test('shows everybody to a spectator, and no cards', () => {
    const titles = standingOf(position([], null)).map(({ title }) => title);
    expect(titles.map((title) => title.split(':')[0])).toEqual(['Anna', 'Ben', 'Cili', 'Dora']);
  });

  test.each(LANGUAGES)('is complete in %s', async (language) => {
    await locale.choose(language);
    const text = JSON.stringify(standingOf(position(['5H 0a>h3'])));
    expect(text).not.toMatch(/undefined|way-|\{\w+\}|#/);
  });
});
