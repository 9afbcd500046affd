/** Searching without minding accents, capitals or how a sharp s is typed. */

/** The text in lower case without accents, each letter in its old place. */
export function folded(text: string): string {
  return Array.from(text, (letter) => {
    const bare = letter.replace('ß', 's').normalize('NFD').charAt(0).toLowerCase();
    return bare.length === letter.length ? bare : letter;
  }).join('');
}

/** The words of a search, each as it looks in a folded text. */
export function wordsOf(query: string): RegExp[] {
  const typed = folded(query).split(/\s+/).filter(Boolean);
  return typed.map((word) => new RegExp(escaped(word).replaceAll('ss', 'ss?'), 'g'));
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export function fits(searched: string, wanted: readonly RegExp[]): boolean {
  return wanted.every((word) => searched.search(word) >= 0);
}

export interface Piece {
  text: string;
  hit: boolean;
}

/** The text cut where wanted words begin and end. */
export function pieces(text: string, wanted: readonly RegExp[]): Piece[] {
  const hits = Array<boolean>(text.length).fill(false);
  for (const word of wanted)
    for (const { index, 0: found } of folded(text).matchAll(word))
      hits.fill(true, index, index + found.length);
  const cut: Piece[] = [];
  for (const [index, hit] of hits.entries()) {
    const last = cut.at(-1);
    if (last?.hit === hit) last.text += text.charAt(index);
    else cut.push({ text: text.charAt(index), hit });
  }
  return cut;
}
