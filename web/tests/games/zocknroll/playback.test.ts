import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Playback } from '../../../src/games/zocknroll/playback.svelte';
import { standing, step } from './table';

let still: boolean;

beforeEach(() => {
  still = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: still }));
});

afterEach(() => vi.useRealTimers());

const LATER = standing({ white: '246', round: 2, status: ['in', 'left1', 'in'] });
const STEPS = [step(2, ['left', 1]), step(3, ['white', 0, '6'])];

describe('playback', () => {
  test('shows one step after the other, and at the end how things stand', () => {
    const playback = new Playback(standing(), [step(1, ['stayed', 0])]);
    playback.follow(LATER, STEPS, false);
    expect(playback.scene.places[1]?.left).toBe(1);
    expect(playback.scene.white).toHaveLength(2);
    expect(playback.diceToCome).toBe(true);
    vi.runAllTimers();
    expect(playback.scene.white).toHaveLength(3);
    expect(playback.diceToCome).toBe(false);
  });

  test('is over sooner where somebody is waited for', () => {
    const time = (waitedFor: boolean): number => {
      const playback = new Playback(standing(), []);
      const many = Array.from({ length: 9 }, (_, n) => step(n + 1, ['highest', 0, 'pair']));
      const start = Date.now();
      playback.follow(LATER, many, waitedFor);
      vi.runAllTimers();
      return Date.now() - start;
    };
    expect(time(true)).toBeLessThan(time(false));
  });

  test('shows everything at once for a reader who wants no movement', () => {
    still = true;
    const playback = new Playback(standing(), []);
    playback.follow(LATER, STEPS, false);
    expect(playback.scene.white).toHaveLength(3);
    expect(playback.told.map(({ n }) => n)).toEqual([2, 3]);
  });

  test('can be skipped', () => {
    const playback = new Playback(standing(), []);
    playback.follow(LATER, STEPS, false);
    playback.skip();
    expect(playback.scene.white).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('jumps where it was not told what happened, as in a replay that goes back', () => {
    const playback = new Playback(LATER, [step(9, ['white', 0, '6'])]);
    playback.follow(standing(), [step(1, ['stayed', 0])], false);
    expect(playback.scene.white).toHaveLength(2);
    expect(playback.told.map(({ n }) => n)).toEqual([1]);
  });

  test('shows each step once, whichever seat tells it', () => {
    const playback = new Playback(standing(), []);
    playback.follow(LATER, STEPS, false);
    vi.runAllTimers();
    playback.follow({ ...LATER, view: { ...LATER.view } }, STEPS, false);
    expect(vi.getTimerCount()).toBe(0);
    expect(playback.scene.white).toHaveLength(3);
  });
});
