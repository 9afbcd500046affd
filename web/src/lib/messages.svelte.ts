/** The language of the page and its texts; only the texts of that language are loaded. */

import { IntlMessageFormat } from 'intl-messageformat';

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
/** The texts of one language by file, as `import.meta.glob` finds them. */
export type Catalogue = Record<string, Record<string, Message>>;

const STORED = 'stammtisch.language';

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  de: () => import('../messages/de'),
  en: () => import('../messages/en'),
  hu: () => import('../messages/hu'),
};

const lessons: typeof catalogues = {
  de: () => import('../messages/de.lessons'),
  en: () => import('../messages/en.lessons'),
  hu: () => import('../messages/hu.lessons'),
};

function isLanguage(text: string | null | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

function preferred(): Language {
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) return stored;
  const accepted = navigator.languages.map((language) => language.slice(0, 2));
  return accepted.find(isLanguage) ?? 'en';
}

class Locale {
  /** The language that is shown. */
  language = $state.raw<Language>(preferred());
  /** Its texts by area: `table`, or `game/board` for the texts of one game. */
  private areas = $state.raw<Catalogue>({});
  /** The texts of introductions and guides are loaded too. */
  private learning = false;
  private formats = new Map<Message, IntlMessageFormat>();

  /** Load and show the language that this reader prefers. */
  async start(): Promise<void> {
    this.show(this.language, await this.load(this.language));
  }

  /** Load what introductions and guides say, in every language that is chosen from now on. */
  async learn(): Promise<void> {
    if (this.learning) return;
    const { default: catalogue } = await lessons[this.language]();
    this.learning = true;
    this.areas = { ...this.areas, ...byArea(catalogue) };
  }

  /** Switch to another language and remember it on this device. */
  async choose(language: Language): Promise<void> {
    const catalogue = await this.load(language);
    localStorage.setItem(STORED, language);
    this.show(language, catalogue);
  }

  show(language: Language, catalogue: Catalogue): void {
    this.language = language;
    this.areas = byArea(catalogue);
    this.formats.clear();
    document.documentElement.lang = language;
  }

  /** A text with its placeholders filled in; undefined where there is no such text. */
  find(area: string, key: string, values: Values = {}): string | undefined {
    const message = this.areas[area]?.[key];
    if (message === undefined || typeof message === 'string') return message;
    return String(this.formatOf(message).format(values));
  }

  /** The keys of an area, in the order of its file. */
  keys(area: string): string[] {
    return Object.keys(this.areas[area] ?? {});
  }

  private async load(language: Language): Promise<Catalogue> {
    const wanted = [catalogues[language](), ...(this.learning ? [lessons[language]()] : [])];
    const loaded = await Promise.all(wanted);
    return Object.assign({}, ...loaded.map((part) => part.default)) as Catalogue;
  }

  private formatOf(message: Message): IntlMessageFormat {
    const known = this.formats.get(message);
    if (known) return known;
    const format = new IntlMessageFormat(message, this.language);
    this.formats.set(message, format);
    return format;
  }
}

function byArea(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(
    Object.entries(catalogue).map(([path, texts]) => [areaOf(path), texts]),
  );
}

/** `./en/table.json` is `table`; `../games/G/messages/en/board.json` is `G/board`. */
function areaOf(path: string): string {
  const [, game, name] = /(?:games\/(\w+)\/messages\/)?\w+\/(\w+)\.json$/.exec(path) ?? [];
  return game ? `${game}/${name}` : (name ?? path);
}

export const locale = new Locale();
document.documentElement.lang = locale.language;

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
