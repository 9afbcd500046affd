import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { mount, unmount } from 'svelte';
import { describe, expect, test } from 'vitest';
import { gamePage } from '../../src/games';
import IntroductionView from '../../src/learn/IntroductionView.svelte';
import type { Introduction, Passage } from '../../src/learn/introduction';
import { LANGUAGES, locale } from '../../src/lib/messages.svelte';
import { NUMBERS, REAL, TABLES } from './tables';

const GAMES = resolve(import.meta.dirname, '../../../src/stammtisch/games');
const CASES = Object.keys(TABLES).flatMap((game) =>
  LANGUAGES.map((language) => ({ game, language })),
);

async function introductionOf(game: string): Promise<Introduction> {
  const loaded = await gamePage(game).introduction?.();
  if (!loaded) throw new Error(`${game} has no introduction`);
  return loaded.default;
}

function passages({ aim, turn, questions, end }: Introduction): Passage[] {
  return [aim, ...turn, ...questions, end];
}

function tableOf(game: string) {
  const table = TABLES[game];
  if (!table) throw new Error(`there is no table of ${game}`);
  return table;
}

/** Everything that can be read, with a space between any two elements. */
function readIn(target: HTMLElement): string {
  const walker = document.createTreeWalker(target, NodeFilter.SHOW_TEXT);
  const read: string[] = [];
  while (walker.nextNode()) read.push(walker.currentNode.textContent ?? '');
  return read.join(' ');
}

function shown(game: string, introduction: Introduction, asked: string[] = []) {
  const target = document.createElement('div');
  const onrule = (clause: string): void => void asked.push(clause);
  document.body.append(target);
  const view = mount(IntroductionView, {
    target,
    props: { game, introduction, table: tableOf(game), onrule },
  });
  return {
    target,
    gone: async () => {
      await unmount(view);
      target.remove();
    },
  };
}

describe('every game is introduced', () => {
  test.each(CASES)('$game in $language, by the table', async ({ game, language }) => {
    await locale.choose(language);
    const introduction = await introductionOf(game);
    const { target, gone } = shown(game, introduction);
    const texts = [...target.querySelectorAll('.passage > p')].map((p) => p.textContent);
    expect(texts).toHaveLength(passages(introduction).length);
    for (const text of texts) {
      expect(text).toMatch(/^[\p{L}\p{N}][^{}]{10,}$/u);
      expect(text).not.toMatch(REAL[game] ?? /$^/);
    }
    const pictures = [...target.querySelectorAll('.passage > .picture')];
    expect(pictures).toHaveLength(passages(introduction).filter(({ picture }) => picture).length);
    for (const picture of pictures) expect(picture.querySelector('svg, .flap')).not.toBeNull();
    const words = readIn(target).split(/[^\p{L}\p{N}]+/u);
    for (const number of NUMBERS[game] ?? []) expect(words).toContain(number);
    await gone();
  });

  test.each(Object.keys(TABLES))('%s answers three questions', async (game) => {
    expect((await introductionOf(game)).questions).toHaveLength(3);
  });

  test.each(CASES)('$game cites clauses that there are ($language)', async ({ game, language }) => {
    const file = resolve(GAMES, game, `rules.${language}.md`);
    expect(existsSync(file)).toBe(true);
    const clauses = [...readFileSync(file, 'utf-8').matchAll(/^### (\w+) /gm)].map(([, id]) => id);
    const introduction = await introductionOf(game);
    const cited = [
      ...passages(introduction).map(({ clause }) => clause),
      ...Object.keys(introduction.clausePictures),
    ];
    for (const clause of cited) expect(clauses).toContain(clause);
  });

  test('a clause is opened where it is cited', async () => {
    const asked: string[] = [];
    const { target, gone } = shown('zock', await introductionOf('zock'), asked);
    target.querySelector<HTMLElement>('.passage button')?.click();
    expect(asked).toEqual(['Z1']);
    await gone();
  });
});

describe('options change what is said', () => {
  const said = async (game: string, options: object): Promise<string> => {
    const table = { ...tableOf(game), options: { ...tableOf(game).options, ...options } };
    const all = passages(await introductionOf(game));
    return all.map(({ text }) => text(table)).join('\n');
  };

  test.each([
    ['zock', { variant: 'a' }, 'Keep rolling'],
    ['zock', { variant: 'c' }, 'product'],
    ['zock', { referee: 'players' }, 'object'],
    ['zock', { games: 5 }, 'chips'],
    ['kniffel', { joker: 'off' }, 'by the usual rules'],
    ['kniffel', { games: 6 }, 'series of 6 games'],
    ['tock', { house_entry: 'twice' }, 'touched it twice'],
    ['tock', { house_entry: 'over' }, 'began before it'],
  ])('%s with %j', async (game, options, words) => {
    await locale.choose('en');
    expect(await said(game, options)).toContain(words);
    expect(await said(game, {})).not.toContain(words);
  });

  test('Tock without partners', async () => {
    await locale.choose('en');
    const { aim, end } = await introductionOf('tock');
    const table = tableOf('tock');
    const alone = { ...table, layout: { ...table.layout, teams: [[0], [1], [2]] } };
    expect(aim.text(table)).toContain('partner');
    expect(`${aim.text(alone)} ${end.text(alone)}`).not.toContain('partner');
  });
});
