import { beforeAll, describe, expect, test } from 'vitest';
import { locale } from '../../src/lib/messages.svelte';
import {
  recordedName,
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
  test('of equal players and bots get a number', () => {
    expect(seatNames(SEATS)).toEqual(['Anna', 'Bot (easy)', 'Bot 2 (easy)', 'Anna 2', 'Seat 5']);
  });

  test('of bots are short where a sign says that they are bots', () => {
    expect(shortSeatNames(SEATS).slice(1, 4)).toEqual([
      { name: 'easy', bot: true },
      { name: 'easy 2', bot: true },
      { name: 'Anna 2', bot: false },
    ]);
  });

  test('of a record are the same', () => {
    const names = ['Anna', 'bot:easy', 'bot:easy'];
    expect(recordedNames(names)).toEqual(['Anna', 'Bot (easy)', 'Bot 2 (easy)']);
    expect(shortRecordedNames(names).map(({ name }) => name)).toEqual(['Anna', 'easy', 'easy 2']);
    expect(recordedName('bot:easy')).toBe('Bot (easy)');
  });

  test('of a level that the page does not know are the level itself', () => {
    expect(recordedName('bot:grandmaster')).toBe('Bot (grandmaster)');
  });
});
