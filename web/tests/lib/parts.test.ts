// What is loaded later brings the texts that it needs: nobody may ask for one that is not there.
import { describe, expect, test } from 'vitest';
import { FIRST, partOf } from '../../src/messages/parts';

const SOURCES = import.meta.glob<string>('../../src/**/*.{ts,svelte}', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const files = new Map(
  Object.entries(SOURCES).map(([path, source]) => [path.replace('../../src/', ''), source]),
);

const STATIC = /(?:import|export)(?! type)\s[^;'"()]*?from '(\.[^']+)'|import '(\.[^']+)'/g;
const TEXTS = /import \{([^}]*)\} from '([^']*\/messages)'/g;
const LOOKED_UP = /locale\.(?:find|keys)\(\s*'([\w/]+)'/g;
/** A part of the page that is loaded later, and the texts that are loaded with it. */
const LATER = /(?:with(?:Texts|Games)\(\[([^\]]*)\],\s*\(\) =>\s*)?import\('(\.[^']+)'\)/g;

/** What asks about a game, and what loads one. */
const ASKING = /import \{[^}]*\b(?:chanceOf|gamePage|moveInWords)\b[^}]*\} from '[./]*\/games'/;
const LOADING = /\bload(?:Game|Played)\(/;

/** The file that an import means. */
function resolved(from: string, path: string): string | undefined {
  const { pathname } = new URL(path, `http://src/${from}`);
  const name = pathname.slice(1);
  return [name, `${name}.ts`, `${name}/index.ts`].find((one) => files.has(one));
}

/** A file and all that comes with it. */
function together(begin: string): Set<string> {
  const seen = new Set([begin]);
  for (const file of seen)
    for (const [, path, plain] of (files.get(file) ?? '').matchAll(STATIC)) {
      const next = resolved(file, path ?? plain ?? '');
      if (next) seen.add(next);
    }
  return seen;
}

/** The areas whose texts a file shows. */
function areasOf(file: string): string[] {
  const source = files.get(file) ?? '';
  const imported = [...source.matchAll(TEXTS)].flatMap(([, names = '', path = '']) => {
    const game = /games\/(\w+)\/messages\//.exec(resolved(file, path) ?? '')?.[1];
    const areas = names.split(',').flatMap((name) => name.trim().split(' ')[0] || []);
    return areas.map((area) => (game ? `${game}/${area}` : area));
  });
  return [...imported, ...[...source.matchAll(LOOKED_UP)].map(([, area = '']) => area)];
}

/** The parts of the texts that a file needs, with all that comes with it. */
function needed(file: string): Set<string> {
  return new Set([...together(file)].flatMap(areasOf).map(partOf));
}

interface Later {
  /** Who loads it. */
  by: string;
  file: string;
  texts: string[];
}

const later: Later[] = [...files].flatMap(([by, source]) =>
  [...source.matchAll(LATER)].flatMap(([, texts = '', path = '']) => {
    const file = resolved(by, path);
    const named = [...texts.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
    return file && !file.endsWith('.json') ? { by, file, texts: named } : [];
  }),
);

/** What `loadGame` loads with a game, and those who show its lessons load with them. */
function ofGame({ by, file }: Later): string[] {
  const game = /^games\/(\w+)\//.exec(by)?.[1];
  if (!game) return [];
  return /\/(?:guide|introduction)\.ts$/.test(file) ? [game, `${game}/learn`, 'rules'] : [game];
}

describe('texts that are loaded later', () => {
  test('the sources are read', () => {
    expect(together('main.ts')).toContain('parts/Header.svelte');
    expect([...needed('pages/Leaderboard.svelte')].sort()).toEqual([FIRST, 'profile']);
    expect(needed('games/tock/guide.ts')).toContain('tock/learn');
    expect(later.map(({ file }) => file)).toContain('pages/TablePage.svelte');
    expect(later.filter(({ texts }) => texts.length).length).toBeGreaterThan(5);
  });

  test('the page begins with the first part alone', () => {
    expect([...needed('main.ts')]).toEqual([FIRST]);
  });

  test.each([...files.keys()].filter((file) => /^games\/\w+\/index\.ts$/.test(file)))(
    '%s needs no texts but those of its game',
    (file) => {
      const game = file.split('/')[1];
      expect([...needed(file)].filter((part) => ![FIRST, game].includes(part))).toEqual([]);
    },
  );

  test.each(later.filter(({ file }) => file.startsWith('pages/')))(
    '$file asks about games that are loaded',
    ({ by, file }) => {
      const asking = [...together(file)].filter((one) => ASKING.test(files.get(one) ?? ''));
      const all = files.get(by)?.match(`withGames\\([^)]*\\) =>\\s*import\\('./${file}'\\)`);
      const one = LOADING.test(files.get(file) ?? '');
      expect(all || one ? [] : asking).toEqual([]);
    },
  );

  test.each(later)('$file, loaded by $by, comes with its texts', (one) => {
    const loaded = new Set([FIRST, ...one.texts, ...ofGame(one)]);
    expect([...needed(one.file)].filter((part) => !loaded.has(part))).toEqual([]);
  });
});
