import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcement } from '../../src/lib/announcement.svelte';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});

afterEach(() => {
  announcement.receive(null);
  vi.useRealTimers();
});

test('an announcement is shown until its time is over', () => {
  announcement.receive({ text: 'soon', until: 1060 });
  expect(announcement.current?.text).toBe('soon');
  vi.advanceTimersByTime(59_000);
  expect(announcement.current?.text).toBe('soon');
  vi.advanceTimersByTime(1000);
  expect(announcement.current).toBeNull();
});

test('an empty text ends it, and what is over is not shown', () => {
  announcement.receive({ text: 'soon', until: 1060 });
  announcement.receive({ text: '', until: 0 });
  expect(announcement.current).toBeNull();
  announcement.receive({ text: 'too late', until: 999 });
  expect(announcement.current).toBeNull();
});

test('a later one takes the place of an earlier one, and its time', () => {
  announcement.receive({ text: 'one', until: 1010 });
  announcement.receive({ text: 'two', until: 1100 });
  vi.advanceTimersByTime(20_000);
  expect(announcement.current?.text).toBe('two');
});
