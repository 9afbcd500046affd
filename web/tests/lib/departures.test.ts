import { beforeEach, describe, expect, test } from 'vitest';
import { Departures } from '../../src/lib/departures.svelte';
import type * as wire from '../../src/lib/wire';
import { FakeClock } from './clock';

const LONG = 60_000;

let clock: FakeClock;
let departures: Departures;

function seat(name: string, parts: Partial<wire.SeatInfo> = {}): wire.SeatInfo {
  const plain = { kind: 'person' as const, bot: null, stand_in: null, seed: '', muted: false };
  return { ...plain, name, yours: false, ...parts };
}

function table(...seats: wire.SeatInfo[]): wire.TableUpdate {
  return { type: 'table', n: 7, match: 'm1', status: 'playing', seats } as wire.TableUpdate;
}

function here(...seats: number[]): void {
  departures.receive({ type: 'presence', seats, watching: 0 });
}

function said(): string[] {
  return departures.notes.map(({ seat, what }) => `${seat} ${what}`);
}

const ANNA = seat('Anna', { yours: true });
const BEN = seat('Ben');

beforeEach(() => {
  clock = new FakeClock();
  departures = new Departures(clock);
  departures.receive(table(ANNA, BEN));
  here(0, 1);
});

describe('the log says', () => {
  test('who is gone, and who comes back', () => {
    here(0);
    clock.pass(LONG);
    here(0, 1);
    expect(said()).toEqual(['1 gone', '1 returned']);
    expect(departures.notes[0]?.n).toBe(7);
  });

  test('nothing of somebody who only reloads the page', () => {
    here(0);
    clock.pass(1000);
    here(0, 1);
    clock.pass(LONG);
    expect(said()).toEqual([]);
  });

  test.each(['left', 'away', 'time', 'vote'] as const)('that a bot takes over: %s', (why) => {
    departures.receive(table(ANNA, { ...BEN, stand_in: why }));
    departures.receive(table(ANNA, BEN));
    expect(said()).toEqual([`1 ${why}`, '1 back']);
  });

  test('once that somebody is gone for whom a bot plays', () => {
    here(0);
    departures.receive(table(ANNA, { ...BEN, stand_in: 'left' }));
    clock.pass(LONG);
    expect(said()).toEqual(['1 left']);
  });

  test('nothing of yourself', () => {
    departures.receive(table({ ...ANNA, stand_in: 'away' }, BEN));
    here(1);
    clock.pass(LONG);
    expect(said()).toEqual([]);
  });

  test('nothing of the match before', () => {
    departures.receive(table(ANNA, { ...BEN, stand_in: 'left' }));
    departures.receive({ ...table(BEN, ANNA), match: 'm2' });
    expect(said()).toEqual([]);
  });

  test('nothing any more when the table is left', () => {
    here(0);
    departures.stop();
    clock.pass(LONG);
    expect(said()).toEqual([]);
  });
});
