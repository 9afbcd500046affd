/** How many days in a row the puzzle of a game was solved; kept on this device alone. */

import { stored } from '../lib/storage';

const KEY = 'stammtisch.puzzles';
const DAY = 86_400_000;

export interface Streak {
  /** The last day on which the puzzle was tried, and how. */
  day: string;
  move: string;
  solved: boolean;
  /** Days in a row, up to that day. */
  days: number;
  longest: number;
}

/** The day on this device's calendar, such as 2026-11-16. */
export function dayOf(moment: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

function isNext(day: string, after: string): boolean {
  return Date.parse(after) - Date.parse(day) === DAY;
}

/** The streak after a try; only the first try of a day counts. */
export function tried(
  before: Streak | undefined,
  day: string,
  move: string,
  solved: boolean,
): Streak {
  if (before?.day === day) return before;
  const earlier = before && isNext(before.day, day) ? before.days : 0;
  const days = solved ? earlier + 1 : 0;
  return { day, move, solved, days, longest: Math.max(before?.longest ?? 0, days) };
}

/** The days in a row that still count on this day: it is lost when a day was left out. */
export function lasting(streak: Streak | undefined, day: string): number {
  return streak && (streak.day === day || isNext(streak.day, day)) ? streak.days : 0;
}

const all = (): Record<string, Streak | undefined> => stored(KEY, {});

export function streakOf(game: string): Streak | undefined {
  const found = all()[game];
  return found && typeof found.day === 'string' && typeof found.days === 'number'
    ? found
    : undefined;
}

export function keepStreak(game: string, streak: Streak): void {
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: streak }));
}
