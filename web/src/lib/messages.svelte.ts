/** The language of the page and its texts; only texts of that language are loaded, part by part. */

import { IntlMessageFormat } from 'intl-messageformat';
import { untrack } from 'svelte';
import texts from 'virtual:texts';
import { FIRST, partOf } from '../messages/parts';

export const LANGUAGES = ['de', 'en', 'hu'] as const;
export type Language = (typeof LANGUAGES)[number];
/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  hu: 'Magyar',
};

/** What fills the placeholders of a message. */
export type Values = Record<string, string | number>;

/** A text as the build leaves it: plain, or parsed where it has placeholders. */
type Message = string | ConstructorParameters<typeof IntlMessageFormat>[0];
/** Texts by area and key: `table`, or `game/board` for the texts of one game. */
export type Texts = Record<string, Record<string, Message>>;

const STORED = 'stammtisch.language';

function isLanguage(text: string | null | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

function preferred(): Language {
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) return stored;
  const accepted = navigator.languages.map((language) => language.slice(0, 2));
  return accepted.find(isLanguage) ?? 'en';
}

/** Formats are made when they are first used; every message belongs to one language. */
const formats = new WeakMap<object, IntlMessageFormat>();

export class Locale {
  /** The language that is shown. */
  language = $state.raw<Language>(preferred());
  private areas = $state.raw<Texts>({});
  /** The language that was chosen last, which may still be loading. */
  private chosen: Language | null = null;
  /** The parts that this page has asked for. */
  private needed: readonly string[] = [];
  /** The parts that are here, by language and name: `de/GAME`. */
  private readonly loaded: Record<string, Texts> = {};

  /** Load and show the language that this reader prefers. */
  start(): Promise<void> {
    return this.need(FIRST);
  }

  /** Load these parts of the texts, see `partOf`; a game that has no texts needs none. */
  async need(...parts: readonly string[]): Promise<void> {
    this.needed = [...this.needed, ...parts.filter((part) => !this.needed.includes(part))];
    try {
      // Another language brings its own texts: whatever is being loaded need not be loaded again for it.
      await this.load(untrack(() => this.language));
    } catch (error) {
      // Without them another language can still be chosen.
      this.needed = this.needed.filter((part) => !parts.includes(part) || this.has(part));
      throw error;
    }
  }

  /** Switch to another language, with all that has been asked for, and remember it on this device.
   *  Of several in a row the last counts, whichever is loaded first. */
  async choose(language: Language): Promise<void> {
    this.chosen = language;
    await this.load(language);
    if (this.chosen !== language) return;
    localStorage.setItem(STORED, language);
    const parts = this.needed.map((part) => this.loaded[`${language}/${part}`]);
    this.show(language, Object.assign({}, ...parts) as Texts);
  }

  show(language: Language, areas: Texts): void {
    this.language = language;
    this.areas = areas;
    document.documentElement.lang = language;
  }

  private has(part: string, language = this.language): boolean {
    return `${language}/${part}` in this.loaded;
  }

  /** Until everything is there, also what is asked for meanwhile. */
  private async load(language: Language): Promise<void> {
    for (;;) {
      const missing = this.needed.filter((part) => !this.has(part, language));
      if (!missing.length) return;
      await Promise.all(missing.map((part) => this.loadPart(language, part)));
    }
  }

  private async loadPart(language: Language, part: string): Promise<void> {
    const name = `${language}/${part}`;
    const loaded = (await texts[name]?.())?.default ?? {};
    this.loaded[name] = loaded;
    if (language === this.language) this.areas = { ...this.areas, ...loaded };
  }

  /** A text with its placeholders filled in; undefined where there is no such text. */
  find(area: string, key: string, values: Values = {}): string | undefined {
    const message = this.area(area)?.[key];
    if (message === undefined || typeof message === 'string') return message;
    return String(this.formatOf(message).format(values));
  }

  /** The keys of an area, in the order of its file. */
  keys(area: string): string[] {
    return Object.keys(this.area(area) ?? {});
  }

  /** Asking for texts before they are loaded is a bug: a reader would see their keys. */
  private area(name: string): Record<string, Message> | undefined {
    const found = this.areas[name];
    const part = partOf(name);
    if (!found && !this.has(part) && `${this.language}/${part}` in texts)
      throw new Error(`the texts of ${name} are not loaded: ask for the part ${part} first`);
    return found;
  }

  private formatOf(message: Exclude<Message, string>): IntlMessageFormat {
    const known = formats.get(message);
    if (known) return known;
    const format = new IntlMessageFormat(message, this.language);
    formats.set(message, format);
    return format;
  }
}

export const locale = new Locale();
document.documentElement.lang = locale.language;

/** What `load` fetches, with the texts that it needs. */
export async function withTexts<Loaded>(
  parts: readonly string[],
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  const [loaded] = await Promise.all([load(), locale.need(...parts)]);
  return loaded;
}

/** The texts of an area: a function from their keys, which the English file defines. */
export function area<Texts extends Record<string, string>>(name: string) {
  return (key: keyof Texts & string, values?: Values): string =>
    locale.find(name, key, values) ?? key;
}

/** A number as the language writes it. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(locale.language, options).format(value);
}

/** A moment as the language writes it; the server counts seconds. */
export function moment(seconds: number): string {
  return new Intl.DateTimeFormat(locale.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(seconds * 1000);
}

/** Names in a row, with the language's "and". */
export function list(names: readonly string[]): string {
  return new Intl.ListFormat(locale.language, { type: 'conjunction' }).format(names);
}

/** Names in a row, with the language's "or". */
export function either(names: readonly string[]): string {
  return new Intl.ListFormat(locale.language, { type: 'disjunction' }).format(names);
}
