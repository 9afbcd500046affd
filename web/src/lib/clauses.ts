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
