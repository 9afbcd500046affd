/** Days as the language writes them. */

import { speech } from '../lib/words.svelte';

/** The day of a moment, which the server counts in seconds. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat(speech.language, { dateStyle: 'long' }).format(seconds * 1000);
}
