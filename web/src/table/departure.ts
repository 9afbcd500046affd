import type { Note } from '../lib/departures.svelte';
import { table as t } from '../messages';

/** Who left, came back or was replaced, in a sentence. */
export function departure({ seat, what }: Note, names: readonly string[]): string {
  return t(`note-${what}`, { name: names[seat] ?? '' });
}
