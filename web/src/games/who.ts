/** Sentences about the people at the table: the reader is "you", everybody else has a name. */

import type { Values } from '../lib/messages.svelte';

export interface Reader {
  names: readonly string[];
  /** The seat that is called "you"; null for spectators, and where several people share a device. */
  you: number | null;
}

/** The texts that are there twice: `KEY` with a name, and `KEY-you`. */
export type AboutSomebody<Key extends string> = Key extends `${infer Plain}-you` ? Plain : never;

/** A sentence about the person at a seat. */
export type SayOf<Key extends string> = (
  key: AboutSomebody<Key>,
  seat: number | null,
  values?: Values,
) => string;

export function sayOf<Key extends string>(
  t: (key: Key, values?: Values) => string,
  { names, you }: Reader,
): SayOf<Key> {
  return (key, seat, values = {}) => {
    const text = seat !== null && seat === you ? `${key}-you` : key;
    return t(text as Key, { ...values, name: seat === null ? '' : (names[seat] ?? '') });
  };
}
