import { beforeAll, describe, expect, test } from 'vitest';
import { locale } from '../../src/lib/messages.svelte';
import {
  levelName,
  recordedNames,
  seatNames,
  shortRecordedNames,
  shortSeatNames,
} from '../../src/lib/naming';
import type * as wire from '../../src/lib/wire';

function seat(kind: wire.SeatInfo['kind'], name: string, bot: string | null): wire.SeatInfo {
  return { kind, name, bot, stand_in: null, seed: '', yours: false, muted: false };
}
const SEATS = [
  seat('person', 'Anna', null),
  seat('bot', '', 'easy'),
  seat('bot', '', 'easy'),
  seat('person', 'Anna', null),
  seat('free', '', null),
];

beforeAll(() => locale.choose('en'));

describe('names', () => {
  test('of equal players and of bots without names get a number', () => {
    expect(seatNames(SEATS)).toEqual(['Anna', 'Bot (easy)', 'Bot 2 (easy)', 'Anna 2', 'Seat 5']);
  });

  test('of bots say that they are bots, or are short where a face does', () => {
    const seats = [seat('bot', 'Panda', 'easy'), seat('bot', 'Kiwi', 'easy')];
    expect(seatNames(seats)).toEqual(['Bot Panda', 'Bot Kiwi']);
    expect(shortSeatNames(seats)).toEqual([
      { name: 'Panda', bot: true, level: 'easy' },
      { name: 'Kiwi', bot: true, level: 'easy' },
    ]);
  });

  test('of bots at old tables are those of their level', () => {
    const seats = [seat('bot', 'easy', 'easy'), seat('bot', 'easy', 'easy'), ...SEATS.slice(3, 4)];
    expect(shortSeatNames(seats)).toEqual([
      { name: 'easy', bot: true, level: 'easy' },
      { name: 'easy 2', bot: true, level: 'easy' },
      { name: 'Anna', bot: false, level: '' },
    ]);
  });

  test('of a record are the same', () => {
    const seats = ['Anna', 'bot:easy', 'bot:easy'];
    expect(recordedNames({ seats })).toEqual(['Anna', 'Bot (easy)', 'Bot 2 (easy)']);
    const named = { seats, bot_names: ['', 'Panda', 'Kiwi'] };
    expect(recordedNames(named)).toEqual(['Anna', 'Bot Panda', 'Bot Kiwi']);
    expect(shortRecordedNames(named).map(({ name }) => name)).toEqual(['Anna', 'Panda', 'Kiwi']);
  });

  test('that run from right to left leave the sentence around them alone', () => {
    const [name] = seatNames([seat('person', 'יוסף', null)]);
    expect(name).toBe('\u2068יוסף\u2069');
  });

  test('of a level that the page does not know are the level itself', () => {
    expect(levelName('grandmaster')).toBe('grandmaster');
  });
});
