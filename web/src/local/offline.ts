/** The runtime on this device: fetched ahead, kept where the service worker finds it, and removed again. */

import { Refused } from '../lib/api';
import { ROOT } from '../lib/site';
import { has, keep } from './kept';
import { MANIFEST, RUNTIME_CACHE, type Manifest, type RuntimeFile } from './protocol';
import { manifest, travelling, Unloadable } from './runtime';

const BASE = new URL(ROOT, location.href).href;

/** Called with the bytes that have travelled and how many will. */
type Progress = (loaded: number, total: number) => void;

const at = (address: string): string => new URL(address, BASE).href;
const everything = ({ files, tables }: Manifest): RuntimeFile[] => [...files, ...tables];

/** How many bytes have to travel until all of it is here. */
export async function runtimeSize(): Promise<number> {
  const files = everything(await manifest(BASE));
  const cache = await caches.open(RUNTIME_CACHE);
  const found = await Promise.all(files.map((file) => has(cache, BASE, file)));
  const missing = files.filter((_, number) => !found[number]);
  return travelling(missing);
}

/** Whether everything is here, so that this device can play all games without a connection. */
export const isKept = (): Promise<boolean> => areKept(everything);

/** Whether everything is here that games start with; tables of some bots and analyses may be missing. */
export const canStart = (): Promise<boolean> => areKept(({ files }) => files);

async function areKept(chosen: (list: Manifest) => RuntimeFile[]): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  const cache = await caches.open(RUNTIME_CACHE);
  const list = await keptList(cache);
  if (!list) return false;
  const found = await Promise.all(chosen(list).map((file) => has(cache, BASE, file)));
  return found.every(Boolean);
}

async function keptList(cache: Cache): Promise<Manifest | undefined> {
  const list = await cache.match(at(MANIFEST));
  return list && ((await list.json()) as Manifest);
}

/** Fetches what is missing; what has arrived before an interruption need not come again. */
export async function keepRuntime(progress: Progress = () => undefined): Promise<void> {
  try {
    const cache = await caches.open(RUNTIME_CACHE);
    const list = await manifest(BASE);
    await keepFiles(cache, list, everything(list), progress);
  } catch (error) {
    // Whatever is not about loading is about storing what was loaded.
    const reason = error instanceof Unloadable ? error.reason : 'storage';
    throw new Refused(`device-${reason}`, String(error));
  }
}

/** People who can play without a connection still can after an update; for all others nothing is fetched. */
export async function renewRuntime(): Promise<void> {
  if (await keptList(await caches.open(RUNTIME_CACHE))) await keepStarted();
}

/** Keeps the latest of what games start with, and of the tables that are here. */
export async function keepStarted(): Promise<void> {
  const cache = await caches.open(RUNTIME_CACHE);
  const [list, before] = [await manifest(BASE), await keptList(cache)];
  const tables = before?.tables ?? [];
  const found = await Promise.all(tables.map((table) => has(cache, BASE, table)));
  const names = new Set(tables.filter((_, number) => found[number]).map(({ name }) => name));
  await keepFiles(cache, list, [
    ...list.files,
    ...list.tables.filter(({ name }) => names.has(name)),
  ]);
}

/** Until all files are here, the list of the earlier ones stays. */
async function keepFiles(
  cache: Cache,
  list: Manifest,
  files: readonly RuntimeFile[],
  progress: Progress = () => undefined,
): Promise<void> {
  const total = travelling(files);
  let loaded = 0;
  for (const file of files)
    await keep(cache, BASE, file, (bytes) => progress((loaded += bytes), total));
  await cache.put(at(MANIFEST), Response.json(list));
  await dropOthers(cache, everything(list));
}

/** Files of an earlier version take room for nothing. */
async function dropOthers(cache: Cache, files: readonly RuntimeFile[]): Promise<void> {
  const known = new Set([MANIFEST, ...files.map(({ address }) => address)].map(at));
  const others = (await cache.keys()).filter(({ url }) => !known.has(url));
  await Promise.all(others.map((request) => cache.delete(request)));
}

export async function forgetRuntime(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(RUNTIME_CACHE);
}
