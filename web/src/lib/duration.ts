/** How long something takes or has left, as the language writes it. */

import { number } from './messages.svelte';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = [
  { unit: 'day', seconds: DAY },
  { unit: 'hour', seconds: HOUR },
  { unit: 'minute', seconds: MINUTE },
  { unit: 'second', seconds: 1 },
] as const;

/** In words, the two greatest units: `2 days 3 hours`, `30 seconds`. */
export function duration(seconds: number): string {
  const first = UNITS.findIndex((unit) => seconds >= unit.seconds);
  if (first < 0) return unit(0, 'second');
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const { unit: name, seconds: size } of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count) parts.push(unit(count, name));
  }
  return parts.join(' ');
}

function unit(count: number, name: (typeof UNITS)[number]['unit']): string {
  return number(count, { style: 'unit', unit: name, unitDisplay: 'long' });
}

/** As on a clock, `4:05`; in words where there is more than an hour left. */
export function countdown(seconds: number): string {
  if (seconds >= HOUR) return duration(seconds - (seconds % MINUTE));
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, '0')}`;
}
