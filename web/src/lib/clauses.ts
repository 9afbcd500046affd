/** The rules by clause, asked for once in each language. */

import { rules } from './api';
import type { Language } from './messages.svelte';

export interface Clause {
  id: string;
  title: string;
  text: string;
}

const asked = new Map<string, Promise<Map<string, Clause>>>();

export function clausesOf(game: string, language: Language): Promise<Map<string, Clause>> {
  const key = `${game} ${language}`;
  const known = asked.get(key);
  if (known) return known;
  const fresh = rules(game, language).then(
    (all) => new Map(all.map(([id, title, text]) => [id, { id, title, text }])),
  );
  fresh.catch(() => asked.delete(key));
  asked.set(key, fresh);
  return fresh;
}

export interface TableauRow {
  row: string;
  points: number;
}

/** The rows of a printed tableau, best first, from the table in the text of a clause. */
export function tableau(text: string): TableauRow[] {
  const lines = text.matchAll(/^\|[^|]+\|\s*`([\w-]+)`\s*\|.*\|\s*(\d+)\s*\|\s*$/gm);
  return [...lines].map(([, row = '', points]) => ({ row, points: Number(points) }));
}

/** The points that a clause names for a row outside its table. */
export function pointsIn(text: string, row: string): number | undefined {
  const points = new RegExp(`\`${row}\`\\D{1,30}?(\\d+)`).exec(text)?.[1];
  return points === undefined ? undefined : Number(points);
}
