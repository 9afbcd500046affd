/** Names for small places: where there is little room, a sign says that a bot is a bot. */

import { getContext, setContext } from 'svelte';

export interface Plate {
  name: string;
  bot: boolean;
}

const KEY = Symbol('plates');

/** Everything drawn from here on finds its short names. */
export function givePlates(plates: () => readonly Plate[]): void {
  setContext(KEY, plates);
}

/** The short names by seat; none where nobody gave any. */
export function plates(): () => readonly Plate[] {
  return getContext<(() => readonly Plate[]) | undefined>(KEY) ?? (() => []);
}
