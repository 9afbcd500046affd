/** Who does something, for texts that say “you” or the name: `{who, select, you {…} other {…}}`. */

/** Who reads the sentences, and what the seats are called. */
export interface Reader {
  names: readonly string[];
  /** The seat of the reader; null for a spectator or a replay. */
  seat: number | null;
}

export interface Subject extends Record<string, string> {
  who: 'you' | 'other';
  name: string;
}

export function subject(seat: number | null, reader: Reader): Subject {
  const name = seat === null ? '' : (reader.names[seat] ?? '');
  return { who: seat !== null && seat === reader.seat ? 'you' : 'other', name };
}

/** Several sentences in one line; the last one has no full stop, as everywhere in the log. */
export function joined(sentences: readonly string[]): string {
  return sentences.filter(Boolean).join('. ');
}
