/** Documents of a game that the page does not know, as tables that people can read. */

import type { Json } from './contract';

export interface Entry {
  label: string;
  value: string;
}

export interface SeatEntry {
  label: string;
  /** By seat. */
  values: string[];
}

export interface Readable {
  /** What holds for the whole table. */
  entries: Entry[];
  /** What everybody has one of. */
  bySeat: SeatEntry[];
}

/** Shown elsewhere: in the header, by the marks of seats, in the summary of options. */
const ELSEWHERE = ['game', 'options', 'players', 'turn'];

export function readable(documents: readonly Json[], players: number): Readable {
  const all = documents
    .flatMap((document) => Object.entries(document))
    .filter(([key]) => !ELSEWHERE.includes(key));
  const isBySeat = (value: unknown): value is unknown[] =>
    Array.isArray(value) && value.length === players;
  return {
    entries: all
      .filter(([, value]) => !isBySeat(value))
      .map(([key, value]) => ({ label: words(key), value: text(value) })),
    bySeat: all.flatMap(([key, value]) =>
      isBySeat(value) ? [{ label: words(key), values: value.map(text) }] : [],
    ),
  };
}

/** `match_game` as people write it. */
export function words(key: string): string {
  return key.replace(/[_-]/g, ' ');
}

function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(text).join(', ') || '–';
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).map(([key, part]) => `${words(key)}: ${text(part)}`);
  return parts.join(', ') || '–';
}
