/** The files of the runtime that this device keeps: only those whose hash was checked. `sw.js` answers from them. */

import { RUNTIME_CACHE, type RuntimeFile } from './protocol';
import { isRight, load, type Arrived } from './runtime';

type Bytes = Uint8Array<ArrayBuffer>;

const at = (base: string, { address }: RuntimeFile): string => new URL(address, base).href;

/** A file for playing; it is kept in passing, where the browser keeps files and has room. */
export async function use(base: string, file: RuntimeFile, arrived?: Arrived): Promise<Bytes> {
  const cache = await opened();
  const known = cache && (await right(cache, base, file));
  if (known) arrived?.(file.compressed);
  const bytes = known ?? (await load(base, file, arrived));
  if (cache && !known) void put(cache, base, file, bytes).catch(() => undefined);
  return bytes;
}

/** Keeps a file, unless it is here already. */
export async function keep(
  cache: Cache,
  base: string,
  file: RuntimeFile,
  arrived: Arrived,
): Promise<void> {
  if (await right(cache, base, file)) return arrived(file.compressed);
  await put(cache, base, file, await load(base, file, arrived));
}

export async function has(cache: Cache, base: string, file: RuntimeFile): Promise<boolean> {
  return (await cache.match(at(base, file))) !== undefined;
}

async function opened(): Promise<Cache | undefined> {
  try {
    return await caches.open(RUNTIME_CACHE);
  } catch {
    return undefined; // a page without https, or storage that is switched off
  }
}

/** The file as it is kept; one that was damaged is kept no longer. */
async function right(cache: Cache, base: string, file: RuntimeFile): Promise<Bytes | undefined> {
  const answer = await cache.match(at(base, file));
  if (!answer) return undefined;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (await isRight(bytes, file)) return bytes;
  await cache.delete(at(base, file));
  return undefined;
}

async function put(cache: Cache, base: string, file: RuntimeFile, bytes: Bytes): Promise<void> {
  const headers = { 'Content-Type': typeOf(file.name) };
  await cache.put(at(base, file), new Response(bytes, { headers }));
}

/** A browser runs a script only if it is called one. */
function typeOf(name: string): string {
  if (/\.m?js$/.test(name)) return 'text/javascript';
  return name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
}
