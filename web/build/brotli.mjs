/** Leaves a compressed copy beside every file of a folder that gains by it: `node brotli.mjs FOLDER CACHE`. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const [folder, cache] = process.argv.slice(2);
/** What must become smaller by this, so that a copy is worth its place. */
const GAIN = 0.95;

mkdirSync(cache, { recursive: true });
for (const name of readdirSync(folder, { recursive: true })) {
  const file = join(folder, name);
  if (/\.(?:br|json)$/.test(name) && !name.endsWith('lock.json')) continue;
  if (!/\.\w+$/.test(name) || existsSync(`${file}.br`)) continue;
  const content = readFileSync(file);
  const compressed = kept(content);
  if (compressed.length < content.length * GAIN) writeFileSync(`${file}.br`, compressed);
}

/** The best compression takes half a minute for all files, so each is compressed once. */
function kept(content) {
  const place = join(cache, createHash('sha256').update(content).digest('hex'));
  if (!existsSync(place)) writeFileSync(place, compress(content));
  return readFileSync(place);
}

function compress(content) {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
