/** Loads the runtime: its files, each checked by its hash, and the Python package in it. */

import type { PyodideAPI, PyodideConfig } from 'pyodide';
import { hexOf } from '../lib/hex';
import { MANIFEST, type Failure, type Manifest, type RuntimeFile } from './protocol';

/** Why the runtime cannot be loaded. */
export class Unloadable extends Error {
  constructor(
    readonly reason: Failure,
    message: string,
  ) {
    super(message);
  }
}

/** Called with the bytes that have travelled since the last call. */
export type Arrived = (bytes: number) => void;

/** How many bytes travel for all of them. */
export const travelling = (files: readonly RuntimeFile[]): number =>
  files.reduce((sum, { compressed }) => sum + compressed, 0);

/** The latest list of files: a host may remove those of an earlier one. `base` is where the page is. */
export async function manifest(base: string): Promise<Manifest> {
  const answer = await get(new URL(MANIFEST, base).href, { cache: 'no-cache' });
  try {
    return (await answer.json()) as Manifest;
  } catch {
    throw new Unloadable('download', `${MANIFEST} is no list of files`);
  }
}

/** A file, checked: what differs from the list is never run. */
export async function load(
  base: string,
  file: RuntimeFile,
  arrived: Arrived = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const address = new URL(file.address, base).href;
  try {
    return await checked(await get(address), file, arrived);
  } catch (error) {
    if (!(error instanceof Unloadable && error.reason === 'hash')) throw error;
    // What the browser remembers of an earlier request may be wrong, and what the host has may be right.
    return await checked(await get(address, { cache: 'reload' }), file, () => {});
  }
}

async function checked(
  answer: Response,
  file: RuntimeFile,
  arrived: Arrived,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await whole(answer, file, arrived);
  if (!(await isRight(bytes, file))) throw different(file);
  return bytes;
}

async function get(address: string, how: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(address, how);
  } catch {
    throw new Unloadable('download', `${address} cannot be reached`);
  }
  if (!answer.ok) {
    await answer.body?.cancel(); // otherwise the browser goes on waiting for it
    throw new Unloadable('download', `${address}: status ${answer.status}`);
  }
  return answer;
}

async function whole(
  answer: Response,
  file: RuntimeFile,
  arrived: Arrived,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size);
  let length = 0;
  const reader = answer.body?.getReader();
  try {
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      if (length + piece.value.length > file.size) throw different(file);
      bytes.set(piece.value, length);
      length += piece.value.length;
      arrived((piece.value.length * file.compressed) / file.size);
    }
  } catch (error) {
    if (error instanceof Unloadable) throw error;
    throw new Unloadable('download', `${file.name} was interrupted after ${length} bytes`);
  }
  if (length < file.size)
    throw new Unloadable('download', `${file.name} has ${length} bytes of ${file.size}`);
  return bytes;
}

/** Without https the browser computes no hashes; then the page itself came unprotected too. */
export async function isRight(bytes: Uint8Array<ArrayBuffer>, file: RuntimeFile): Promise<boolean> {
  if (bytes.length !== file.size) return false;
  if (globalThis.crypto?.subtle === undefined) return true;
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) === file.sha256;
}

const different = (file: RuntimeFile): Unloadable =>
  new Unloadable('hash', `${file.name} is not the file that belongs to this page`);

const SCRIPT = 'pyodide.mjs';
const PACKAGE = 'stammtisch.zip';
/** Where packages are unpacked; it is on Python's path. */
const UNPACKED = '/lib/stammtisch';

/** Python with the package in it; files that it asks for come from those that were checked. */
export async function start(
  base: string,
  files: readonly RuntimeFile[],
  load: (file: RuntimeFile) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<PyodideAPI> {
  if (typeof WebAssembly !== 'object')
    throw new Unloadable('no-wasm', 'this browser runs no WebAssembly');
  const loading = files.map(async (file) => ({
    name: file.name,
    address: new URL(file.address, base).href,
    bytes: await load(file),
  }));
  const loaded = await Promise.all(loading);
  const script = address(base, files, SCRIPT);
  const { loadPyodide } = (await import(/* @vite-ignore */ script)) as {
    loadPyodide: (config: PyodideConfig) => Promise<PyodideAPI>;
  };
  const python = await withFiles(loaded, () =>
    loadPyodide({
      indexURL: new URL('.', script).href,
      // Nothing ever comes from another host.
      packageBaseUrl: new URL('.', script).href,
    }),
  );
  for (const { bytes } of loaded.filter(({ name }) => name === PACKAGE || name.endsWith('.whl')))
    python.unpackArchive(bytes, 'zip', { extractDir: UNPACKED });
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(UNPACKED)})`);
  return python;
}

function address(base: string, files: readonly RuntimeFile[], name: string): string {
  const file = files.find((one) => one.name === name);
  if (!file) throw new Unloadable('download', `${MANIFEST} does not list ${name}`);
  return new URL(file.address, base).href;
}

/** Lets whatever is fetched meanwhile come from these bytes, which have been checked. */
async function withFiles<T>(
  loaded: readonly { address: string; bytes: Uint8Array<ArrayBuffer> }[],
  work: () => Promise<T>,
): Promise<T> {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const asked = String(input instanceof Request ? input.url : input);
    const bytes = loaded.find(({ address }) => address === asked)?.bytes;
    if (!bytes) return fetch(input, init);
    const type = asked.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return Promise.resolve(new Response(bytes, { headers: { 'Content-Type': type } }));
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
  }
}
