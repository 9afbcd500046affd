/** The rules of a game as a book: sections with their clauses, and what is found in them. */

import { rules } from '../lib/api';
import type { Language } from '../lib/messages.svelte';
import { plain } from './markdown';
import { withOptionNames } from './optionNames';
import { fits, folded } from './search';

export interface Clause {
  id: string;
  title: string;
  text: string;
  /** All its words, folded for the search. */
  searched: string;
}

export interface Section {
  title: string;
  clauses: Clause[];
}

export async function bookOf(game: string, language: Language): Promise<Section[]> {
  const sections: Section[] = [];
  for (const [id, title, text, section] of await rules(game, language)) {
    if (sections.at(-1)?.title !== section) sections.push({ title: section, clauses: [] });
    const searched = folded(`${id} ${title} ${plain(withOptionNames(game, text))}`);
    sections.at(-1)?.clauses.push({ id, title, text, searched });
  }
  return sections;
}

/** The sections with the clauses that have all the words. */
export function found(book: Section[], wanted: readonly RegExp[]): Section[] {
  return book
    .map(({ title, clauses }) => ({
      title,
      clauses: clauses.filter((clause) => fits(clause.searched, wanted)),
    }))
    .filter((section) => section.clauses.length);
}
