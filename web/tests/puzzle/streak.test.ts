import { beforeEach, expect, test } from 'vitest';
import { dayOf, keepStreak, lasting, streakOf, tried } from '../../src/puzzle/streak';

beforeEach(() => localStorage.clear());

test('days in a row are counted, and a day left out ends them', () => {
  const first = tried(undefined, '2026-02-28', 'stay', true);
  const second = tried(first, '2026-03-01', 'stay', true);
  expect([first.days, second.days, second.longest]).toEqual([1, 2, 2]);
  const later = tried(second, '2026-03-03', 'stay', true);
  expect([later.days, later.longest]).toEqual([1, 2]);
});

test('a wrong try ends the row, and a second try of the day changes nothing', () => {
  const first = tried(undefined, '2026-03-28', 'stay', true);
  const wrong = tried(first, '2026-03-29', 'leave pair', false);
  expect([wrong.days, wrong.longest]).toEqual([0, 1]);
  expect(tried(wrong, '2026-03-29', 'stay', true)).toBe(wrong);
});

test('a row lasts until the end of the next day', () => {
  const streak = tried(undefined, '2026-12-31', 'stay', true);
  expect(lasting(streak, '2026-12-31')).toBe(1);
  expect(lasting(streak, '2027-01-01')).toBe(1);
  expect(lasting(streak, '2027-01-02')).toBe(0);
  expect(lasting(undefined, '2027-01-02')).toBe(0);
});

test('streaks of different games are kept, and nonsense in the storage is none', () => {
  const streak = tried(undefined, '2026-11-16', 'stay', true);
  keepStreak('one', streak);
  keepStreak('other', { ...streak, days: 7 });
  expect(streakOf('one')).toEqual(streak);
  expect(streakOf('other')?.days).toBe(7);
  for (const bad of ['nonsense', '3', '{"one": 5}', '{"one": {"day": 1}}']) {
    localStorage.setItem('stammtisch.puzzles', bad);
    expect(streakOf('one')).toBeUndefined();
  }
});

test('the day is that of the calendar on the wall', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
