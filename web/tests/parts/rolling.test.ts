import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { prefs } from '../../src/lib/prefs.svelte';
import { LONGEST_ROLL } from '../../src/parts/dice';
import { Rolling } from '../../src/parts/rolling.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  prefs.setPace('normal');
});
afterEach(() => vi.useRealTimers());

describe('dice on their way', () => {
  test('after a tap here nothing can be done with them until they lie', () => {
    const rolling = new Rolling();
    rolling.ask();
    rolling.start();
    expect([rolling.now, rolling.own]).toEqual([true, true]);
    vi.advanceTimersByTime(LONGEST_ROLL - 1);
    expect(rolling.own).toBe(true);
    vi.advanceTimersByTime(1);
    expect([rolling.now, rolling.own]).toEqual([false, false]);
  });

  test('the dice of others keep nobody from acting', () => {
    const rolling = new Rolling();
    rolling.start();
    expect([rolling.now, rolling.own]).toEqual([true, false]);
  });

  test('one tap is for one roll', () => {
    const rolling = new Rolling();
    rolling.ask();
    rolling.start();
    rolling.start();
    expect(rolling.own).toBe(false);
  });

  test('dice that do not move lie at once', () => {
    prefs.setPace('instant');
    const rolling = new Rolling();
    rolling.ask();
    rolling.start();
    expect([rolling.now, rolling.own]).toEqual([false, false]);
    prefs.setPace('normal');
    rolling.start();
    expect(rolling.own).toBe(false);
  });
});
