import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, locale, type Language } from '../../src/lib/messages.svelte';
import { withOptionNames } from '../../src/rules/optionNames';

const GAMES = resolve(import.meta.dirname, '../../../src/stammtisch/games');
const BOOKS = readdirSync(GAMES)
  .filter((game) => existsSync(resolve(GAMES, game, 'rules.en.md')))
  .flatMap((game) => LANGUAGES.map((language) => ({ game, language })));

function bookOf(game: string, language: Language): string {
  return readFileSync(resolve(GAMES, game, `rules.${language}.md`), 'utf-8');
}

function codeIn(markdown: string): string[] {
  return [...markdown.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** What the options of a game and their values are called in options documents. */
function idsOf(game: string): string[] {
  const keys = locale.keys(`${game}/options`).filter((key) => !key.includes('.'));
  return keys.flatMap((key) => key.split('='));
}

describe('rule books', () => {
  test.each(BOOKS)('of $game show no id of an option ($language)', async ({ game, language }) => {
    await locale.choose(language);
    const [book, ids] = [bookOf(game, language), idsOf(game)];
    expect(codeIn(book).some((code) => ids.includes(code))).toBe(true);
    expect(codeIn(withOptionNames(game, book)).filter((code) => ids.includes(code))).toEqual([]);
  });

  test.each(BOOKS)('of $game have no notation and no formulas ($language)', async (book) => {
    await locale.choose(book.language);
    const shown = withOptionNames(book.game, bookOf(book.game, book.language));
    expect(codeIn(shown)).toEqual([]);
    expect(shown).not.toMatch(/ mod | \/\/ |P\/2|·/);
  });

  test('are there', () => expect(BOOKS).not.toEqual([]));
});

describe('names of options', () => {
  test('stand in quotation marks of the language', async () => {
    await locale.choose('de');
    expect(withOptionNames('tock', 'Mit `house_entry` auf `over`')).toBe(
      'Mit „Der Weg ins Häuschen“ auf „Über den Start hinweg“',
    );
  });

  test('are left out in parentheses, where the words before say them', async () => {
    await locale.choose('en');
    expect(withOptionNames('zock', 'variant A, B or C (`a`, `b`, `c`).')).toBe(
      'variant A, B or C.',
    );
  });

  test('are not given to moves and other notation', () => {
    expect(withOptionNames('zock', 'the fields `2+4`')).toBe('the fields `2+4`');
  });

  test('and moves are left out in parentheses', () => {
    const text = 'object (`object`), cover none (`none`) or the 6 (`6`)';
    expect(withOptionNames('zock', text)).toBe('object, cover none or the 6');
  });

  test('belong to the options of that game alone', () => {
    expect(withOptionNames('kniffel', 'the stone `a`')).toBe('the stone `a`');
  });
});
