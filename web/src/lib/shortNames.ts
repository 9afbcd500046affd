/** Names for small places, where a face marks the bots. */

import { getContext, setContext } from 'svelte';

export interface ShortName {
  name: string;
  bot: boolean;
  /** How strong the bot is; empty for everybody else. */
  level: string;
}

const KEY = Symbol('short names');

/** Provides short names to every component below this one. */
export function provideShortNames(names: () => readonly ShortName[]): void {
  setContext(KEY, names);
}

/** The short names by seat; empty if none were provided. */
export function shortNames(): () => readonly ShortName[] {
  return getContext<(() => readonly ShortName[]) | undefined>(KEY) ?? (() => []);
}
