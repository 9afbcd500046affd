/** The rules by clause, asked for once in each language. */

import { rules } from './api';
import type { Language } from './messages.svelte';
import { OnceEach } from './onceEach';

export interface Clause {
  id: string;
  title: string;
  text: string;
}

const known = new OnceEach<Map<string, Clause>>();

export function clausesOf(game: string, language: Language): Promise<Map<string, Clause>> {
  return known.get(`${game} ${language}`, async () => {
    const all = await rules(game, language);
    return new Map(all.map(([id, title, text]) => [id, { id, title, text }]));
  });
}
