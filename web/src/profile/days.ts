/** Days as the language writes them. */

import { locale } from '../lib/messages.svelte';

/** The day of a moment, which the server counts in seconds. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat(locale.language, { dateStyle: 'long' }).format(seconds * 1000);
}
