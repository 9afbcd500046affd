import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SecondTaps } from '../../src/lib/secondTaps';
import type * as wire from '../../src/lib/wire';

const REMATCH: wire.CallVote = { type: 'ask', vote: 'rematch' };
const A_MOMENT = 1000;

let taps: SecondTaps;

beforeEach(() => {
  vi.useFakeTimers();
  taps = new SecondTaps();
});
afterEach(() => vi.useRealTimers());

describe('a second tap', () => {
  test('does nothing while the first is under way, however long that takes', () => {
    expect(taps.isFirst(REMATCH)).toBe(true);
    taps.sent(REMATCH, 7);
    vi.advanceTimersByTime(10 * A_MOMENT);
    expect(taps.isFirst(REMATCH)).toBe(false);
    taps.answered(7);
    expect(taps.isFirst(REMATCH)).toBe(true);
  });

  test('does nothing just after the first was answered', () => {
    taps.sent(REMATCH, 7);
    taps.answered(7);
    expect(taps.isFirst(REMATCH)).toBe(false);
    vi.advanceTimersByTime(A_MOMENT);
    expect(taps.isFirst(REMATCH)).toBe(true);
  });

  test('on another button is a first one', () => {
    taps.sent(REMATCH, 7);
    expect(taps.isFirst({ type: 'ask', vote: 'takeback' })).toBe(true);
    expect(taps.isFirst({ type: 'leave' })).toBe(true);
  });

  test('does nothing at another position either', () => {
    taps.sent({ type: 'contest', at: 4 }, 7);
    expect(taps.isFirst({ type: 'contest', at: 5 })).toBe(false);
  });

  test('counts again after the answer got lost', () => {
    taps.sent(REMATCH, 7);
    taps.clear();
    expect(taps.isFirst(REMATCH)).toBe(true);
  });

  test('is no concern of messages and moves, which have ways of their own', () => {
    const hello: wire.SendMessage = { type: 'say', text: 'Hello' };
    taps.sent(hello, 7);
    expect(taps.isFirst(hello)).toBe(true);
    expect(taps.guards(hello)).toBe(false);
  });
});
