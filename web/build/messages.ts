/** Parses the messages at build time, so that the page need not carry a parser, and sorts them into parts. */

import { readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLiteralElement, parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';
import { partOf } from '../src/messages/parts.ts';

const SOURCES = join(dirname(fileURLToPath(import.meta.url)), '../src');
/** A file of texts: the game it belongs to, its language and its area. */
const CATALOGUE = /(?:\/games\/(\w+))?\/messages\/(\w+)\/(\w+)\.json$/;
/** The module that knows all parts, and the beginning of those that are one part in one language. */
const PARTS = 'virtual:texts';

export function messages(): Plugin {
  return {
    name: 'messages',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: {
          '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      },
    }),
    resolveId: {
      filter: { id: /^virtual:texts/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:texts/ },
      handler: (id) => (id === `\0${PARTS}` ? partsModule() : partModule(id.slice(1))),
    },
    transform: {
      filter: { id: CATALOGUE },
      handler: (code) => JSON.stringify(parsed(JSON.parse(code) as Record<string, string>)),
    },
  };
}

interface Area {
  /** `table`, or `game/board` for the texts of one game. */
  name: string;
  language: string;
  file: string;
}

function areas(): Area[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf-8' });
  return files.sort().flatMap((file) => {
    const path = `/${file.replaceAll(sep, '/')}`;
    const [, game, language, name] = CATALOGUE.exec(path) ?? [];
    if (!language || !name) return [];
    return { name: game ? `${game}/${name}` : name, language, file: join(SOURCES, file) };
  });
}

/** By language and part, how to load it. */
function partsModule(): string {
  const parts = areas().map(({ language, name }) => `${language}/${partOf(name)}`);
  const entries = [...new Set(parts)].map((part) => {
    const address = JSON.stringify(`${PARTS}/${part}`);
    return `${JSON.stringify(part)}: () => import(${address})`;
  });
  return `export default { ${entries.join(', ')} };`;
}

/** The texts of one part in one language, by area. */
function partModule(id: string): string {
  const wanted = areas().filter(
    ({ language, name }) => id === `${PARTS}/${language}/${partOf(name)}`,
  );
  const imports = wanted.map(({ file }, n) => `import area${n} from ${JSON.stringify(file)};`);
  const entries = wanted.map(({ name }, n) => `${JSON.stringify(name)}: area${n}`);
  return `${imports.join('\n')}\nexport default { ${entries.join(', ')} };`;
}

function parsed(texts: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, message(text)]));
}

/** A text without placeholders stays a text. */
function message(text: string): unknown {
  const elements = parse(text, { ignoreTag: true });
  const [first] = elements;
  return elements.length === 1 && first && isLiteralElement(first) ? first.value : elements;
}
