/** Texts of people inside of our sentences: one that runs from right to left must not scramble the rest. */

/** Letters of the scripts that run from right to left, and nothing else. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATE = '\u2068';
const END = '\u2069';

/** The text as a part of any sentence. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? ISOLATE + text + END : text;
}
