import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Waits } from '../../src/lib/waits';
import type * as wire from '../../src/lib/wire';
import { replaceable } from '../../src/table/replaceable';

const AWAY = 60;
const choose = (...seats: number[]) => ({ kind: 'choose' as const, seats });

function seat(parts: Partial<wire.SeatInfo> = {}): wire.SeatInfo {
  const nobody = { stand_in: null, seed: '', yours: false, muted: false };
  return { kind: 'person', name: 'Ben', bot: null, ...nobody, ...parts };
}

function table(parts: Partial<wire.TableUpdate> = {}): wire.TableUpdate {
  const seats = [seat({ yours: true }), seat(), seat({ kind: 'bot', bot: 'easy' }), seat()];
  return { seats, away: AWAY, handover_after: AWAY, rated: false, ...parts } as wire.TableUpdate;
}

function here(...seats: number[]): wire.PresenceUpdate {
  return { type: 'presence', seats, watching: 0 };
}

let waits: Waits;

beforeEach(() => {
  vi.useFakeTimers();
  waits = new Waits();
});
afterEach(() => vi.useRealTimers());

describe('a bot is offered', () => {
  test('for nobody who is here', () => {
    expect(replaceable({ presence: here(0, 1, 3), waits }, table())).toEqual([]);
  });

  test('for nobody before it is known who is here', () => {
    expect(replaceable({ presence: null, waits }, table())).toEqual([]);
  });

  test('for somebody who is gone', () => {
    expect(replaceable({ presence: here(0, 3), waits }, table())).toEqual([1]);
  });

  test('for somebody who is here and keeps everybody waiting', () => {
    waits.receive({ at: 5, turn: choose(1) });
    vi.advanceTimersByTime(1000 * (AWAY - 1));
    expect(replaceable({ presence: here(0, 1, 3), waits }, table())).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(replaceable({ presence: here(0, 1, 3), waits }, table())).toEqual([1]);
    waits.receive({ at: 6, turn: choose(3) });
    expect(replaceable({ presence: here(0, 1, 3), waits }, table())).toEqual([]);
  });

  test('in a rated game only after minutes of waiting, and never where a clock decides', () => {
    waits.receive({ at: 5, turn: choose(1) });
    vi.advanceTimersByTime(1000 * AWAY);
    const rated = table({ rated: true, handover_after: 180 });
    expect(replaceable({ presence: here(0), waits }, rated)).toEqual([]);
    vi.advanceTimersByTime(120_000);
    expect(replaceable({ presence: here(0), waits }, rated)).toEqual([1]);
    const clocked = table({ rated: true, handover_after: null });
    expect(replaceable({ presence: here(0), waits }, clocked)).toEqual([]);
  });
});

describe('waiting', () => {
  test('goes on for those who have not decided while others do', () => {
    waits.receive({ at: 5, turn: choose(1, 3) });
    vi.advanceTimersByTime(10_000);
    waits.receive({ at: 6, turn: choose(3) });
    expect([waits.of(1), waits.of(3)]).toEqual([0, 10]);
  });

  test('begins again with the next roll or decision of the same seat', () => {
    for (const [at, turn] of [
      { kind: 'chance' as const, seat: 1 },
      choose(1),
      choose(1),
    ].entries()) {
      waits.receive({ at, turn });
      expect(waits.of(1)).toBe(0);
      vi.advanceTimersByTime(10_000);
    }
  });
});
