/** Parses the messages at build time, so that the page need not carry a parser. */

import { isLiteralElement, parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const CATALOGUE = /\/messages\/\w+\/\w+\.json$/;

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
    transform: {
      filter: { id: CATALOGUE },
      handler: (code) => JSON.stringify(parsed(JSON.parse(code) as Record<string, string>)),
    },
  };
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
