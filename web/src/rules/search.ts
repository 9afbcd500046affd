/** Searching without minding accents and capitals. */

/** The text in plain small letters, each at its old place. */
export function folded(text: string): string {
  return Array.from(text, (letter) => {
    const bare = letter.normalize('NFD').charAt(0).toLowerCase();
    return bare.length === letter.length ? bare : letter;
  }).join('');
}

export function wordsOf(wish: string): string[] {
  return folded(wish).split(/\s+/).filter(Boolean);
}

export function fits(searched: string, wanted: string[]): boolean {
  return wanted.every((word) => searched.includes(word));
}

export interface Piece {
  text: string;
  hit: boolean;
}

/** The text cut where wanted words begin and end. */
export function pieces(text: string, wanted: readonly string[]): Piece[] {
  const bare = folded(text);
  const hits = Array<boolean>(text.length).fill(false);
  for (const word of wanted)
    for (let at = bare.indexOf(word); at >= 0; at = bare.indexOf(word, at + 1))
      hits.fill(true, at, at + word.length);
  const cut: Piece[] = [];
  for (const [index, hit] of hits.entries()) {
    const last = cut.at(-1);
    if (last?.hit === hit) last.text += text.charAt(index);
    else cut.push({ text: text.charAt(index), hit });
  }
  return cut;
}
