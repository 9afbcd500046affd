/** Every text of the page, in three languages; a missing one does not compile. */

export const LANGUAGES = ['de', 'en', 'hu'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text, or one for each number form: `{one: '{n} stone', other: '{n} stones'}`. */
export type Text = string | { one: string; other: string };
export type Values = Record<string, string | number>;

/** The same keys in every language. */
export type Catalogue<Key extends string> = Record<Language, Record<Key, Text>>;

export function catalogue<Key extends string>(texts: Catalogue<Key>): Catalogue<Key> {
  return texts;
}

const KEPT = 'stammtisch.language';

function isLanguage(text: string | null | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

function preferred(): Language {
  const kept = localStorage.getItem(KEPT);
  if (isLanguage(kept)) return kept;
  const wished = navigator.languages.map((language) => language.slice(0, 2));
  return wished.find(isLanguage) ?? 'en';
}

class Speech {
  language = $state<Language>(preferred());

  speak(language: Language): void {
    this.language = language;
    localStorage.setItem(KEPT, language);
    document.documentElement.lang = language;
  }
}

export const speech = new Speech();
document.documentElement.lang = speech.language;

/** A function that says the texts of a catalogue in the language of the moment. */
export function words<Key extends string>(texts: Catalogue<Key>) {
  return (key: Key, values: Values = {}): string => fill(texts[speech.language][key], values);
}

function fill(text: Text, values: Values): string {
  const chosen = typeof text === 'string' ? text : text[form(values['n'])];
  return chosen.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? ''));
}

function form(n: string | number | undefined): 'one' | 'other' {
  return new Intl.PluralRules(speech.language).select(Number(n)) === 'one' ? 'one' : 'other';
}

function shown(value: string | number): string {
  return typeof value === 'number' ? number(value) : value;
}

/** A number as the language writes it. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(speech.language, options).format(value);
}

/** A moment as the language writes it; the server counts seconds. */
export function moment(seconds: number): string {
  return new Intl.DateTimeFormat(speech.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(seconds * 1000);
}

/** Names in a row, with the language's "and". */
export function list(names: readonly string[]): string {
  return new Intl.ListFormat(speech.language, { type: 'conjunction' }).format(names);
}
