/** Names for small places: where there is little room, a sign says that a bot is a bot. */

import { getContext, setContext } from 'svelte';

export interface ShortName {
  name: string;
  bot: boolean;
}

const KEY = Symbol('short names');

/** Everything drawn from here on finds its short names. */
export function provideShortNames(names: () => readonly ShortName[]): void {
  setContext(KEY, names);
}

/** The short names by seat; none where nobody gave any. */
export function shortNames(): () => readonly ShortName[] {
  return getContext<(() => readonly ShortName[]) | undefined>(KEY) ?? (() => []);
}
