/** For how long something may be blocked or announced, in seconds. */
export const DURATIONS = {
  hour: 3600,
  'six-hours': 6 * 3600,
  day: 24 * 3600,
  week: 7 * 24 * 3600,
  month: 30 * 24 * 3600,
  year: 365 * 24 * 3600,
} as const;

export type Duration = keyof typeof DURATIONS;
export const NAMES = Object.keys(DURATIONS) as Duration[];
