/** How many characters a reader sees: a letter with its accents is one, and so is a family of emoji. */

const segments =
  'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

export function characters(text: string): number {
  const composed = text.normalize('NFC');
  return segments ? [...segments.segment(composed)].length : [...composed].length;
}
