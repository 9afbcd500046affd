/** Leaves a compressed copy beside every script and style sheet, for browsers that take Brotli. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The server compresses no smaller files either. */
const WORTHWHILE = 1000;

export function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(?:js|css)$/.test(file));
      for (const file of files.map((name) => join(dir, name))) {
        const content = readFileSync(file);
        if (content.length >= WORTHWHILE) writeFileSync(`${file}.br`, brotliCompressSync(content));
      }
    },
  };
}
