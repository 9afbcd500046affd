/** Cuts the page's typeface out of an open one: the letters and weights that the page uses. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const WEB = join(dirname(fileURLToPath(import.meta.url)), '..');
const VOLLKORN = join(WEB, 'node_modules/@fontsource-variable/vollkorn');
/** Where the cut typeface is put, for `app.css` and `index.html`. */
const CUT = join(WEB, '.typeface');
const LICENCE = 'typeface-licence.txt';
const WEIGHTS = { min: 400, max: 600, default: 400 };
/** Kerning, and figures that stand on the line and below each other. */
const FEATURES = ['kern', 'lnum', 'tnum'];
/** Where texts for readers are: those of the page and the rules. */
const TEXTS = [
  { folder: join(WEB, 'src'), file: /messages[/\\]\w+[/\\]\w+\.json$/ },
  { folder: join(WEB, '../src/stammtisch/games'), file: /rules\.\w+\.md$/ },
];

interface Part {
  name: string;
  /** The part of Vollkorn that has these characters. */
  source: 'latin' | 'latin-ext';
  characters: Set<number>;
}

/** Writes the files when a build or the development server starts, and ships the licence with the page. */
export function typeface(): Plugin {
  return {
    name: 'typeface',
    async buildStart() {
      if (!process.env['VITEST']) await cut();
    },
    generateBundle() {
      const source = readFileSync(join(VOLLKORN, 'LICENSE'));
      this.emitFile({ type: 'asset', fileName: LICENCE, source });
    },
  };
}

async function cut(): Promise<void> {
  mkdirSync(CUT, { recursive: true });
  const faces = parts().map(async (part) => {
    writeFileSync(join(CUT, `${part.name}.woff2`), await cutOut(part));
    return face(part);
  });
  writeFileSync(join(CUT, 'faces.css'), (await Promise.all(faces)).join(''));
}

/** A browser fetches a part when one of its characters is on the page. */
export function parts(used = usedCharacters()): Part[] {
  const ours = new Set([...range(0x20, 0x7e), ...used]);
  const names = new Set([...range(0xc0, 0x17f)].filter((letter) => !ours.has(letter)));
  return [
    { name: 'ours', source: 'latin', characters: without(ours, extended) },
    { name: 'ours-extended', source: 'latin-ext', characters: only(ours, extended) },
    { name: 'names', source: 'latin', characters: without(names, extended) },
    { name: 'names-extended', source: 'latin-ext', characters: only(names, extended) },
  ];
}

/** The letters of Latin Extended-A; Vollkorn has them in a file of their own. */
const extended = (character: number): boolean => character >= 0x100 && character <= 0x17f;
const only = (all: Set<number>, is: (one: number) => boolean): Set<number> =>
  new Set([...all].filter(is));
const without = (all: Set<number>, is: (one: number) => boolean): Set<number> =>
  only(all, (one) => !is(one));

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Everything but symbols and pictures, which the typeface does not have. */
function usedCharacters(): Set<number> {
  const texts = TEXTS.flatMap(({ folder, file }) =>
    readdirSync(folder, { recursive: true, encoding: 'utf-8' })
      .filter((path) => file.test(path))
      .map((path) => readFileSync(join(folder, path), 'utf-8')),
  );
  const both = texts.flatMap((text) => [...text, ...text.toUpperCase()]);
  const letters = both.map((one) => one.codePointAt(0) ?? 0);
  return new Set(letters.filter((one) => one >= 0xa0 && one <= 0x2122).sort((a, b) => a - b));
}

async function cutOut({ source, characters }: Part): Promise<Uint8Array> {
  const font = readFileSync(join(VOLLKORN, `files/vollkorn-${source}-wght-normal.woff2`));
  return subsetFont(font, String.fromCodePoint(...characters), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: WEIGHTS },
  });
}

/** Its lines are as high as those of other typefaces, so that letters stand in the middle of a button. */
function face({ name, characters }: Part): string {
  const codes = [...characters].map((one) => `U+${one.toString(16)}`).join(', ');
  return `@font-face {
  font-family: Stammtisch;
  src: url('./${name}.woff2') format('woff2');
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  font-display: swap;
  ascent-override: 95%;
  descent-override: 30%;
  line-gap-override: 0%;
  unicode-range: ${codes};
}
`;
}
