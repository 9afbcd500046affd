import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  canStart,
  forgetRuntime,
  isKept,
  keepRuntime,
  keepStarted,
  renewRuntime,
  runtimeSize,
} from '../../src/local/offline';
import { use } from '../../src/local/kept';

const FILES = { 'python.wasm': 'snake', 'zock.table': 'numbers' };
const AT = 'http://localhost/runtime/';

const listed = (name: keyof typeof FILES) => ({
  name,
  address: `runtime/${name}`,
  size: FILES[name].length,
  compressed: 2,
  sha256: createHash('sha256').update(FILES[name]).digest('hex'),
});

let kept: Map<string, Response>;
let asked: string[];
let served: Record<string, () => Response | Promise<Response>>;
/** What is served to whoever asks the host itself, where that differs. */
let fresh: Record<string, () => Response>;
let room: boolean;

const MISSING = (): Response => new Response('', { status: 404 });

const absolute = (address: string): string => new URL(address, 'http://localhost').href;

beforeEach(() => {
  kept = new Map();
  asked = [];
  room = true;
  fresh = {};
  const cache = {
    match: (address: string) => Promise.resolve(kept.get(absolute(address))?.clone()),
    put: (address: string, answer: Response) => {
      if (!room) return Promise.reject(new DOMException('full', 'QuotaExceededError'));
      kept.set(absolute(address), answer);
      return Promise.resolve();
    },
    keys: () => Promise.resolve([...kept.keys()].map((url) => ({ url }))),
    delete: (request: string | { url: string }) =>
      Promise.resolve(kept.delete(typeof request === 'string' ? request : request.url)),
  };
  vi.stubGlobal('caches', {
    open: () => Promise.resolve(cache),
    delete: () => Promise.resolve(kept.clear()),
  });
  const list = { files: [listed('python.wasm')], tables: [listed('zock.table')] };
  served = {
    [`${AT}manifest.json`]: () => new Response(JSON.stringify(list)),
    [`${AT}python.wasm`]: () => new Response(FILES['python.wasm']),
    [`${AT}zock.table`]: () => new Response(FILES['zock.table']),
  };
  vi.stubGlobal('fetch', async (address: string, how: RequestInit = {}) => {
    asked.push(absolute(address));
    const serve = how.cache ? fresh : served;
    return (await (serve[absolute(address)] ?? served[absolute(address)])?.()) ?? MISSING();
  });
});

describe('playing without a connection', () => {
  test('takes as many bytes as travel', async () => {
    expect(await runtimeSize()).toBe(4);
  });

  test('is made ready with its progress, and ended again', async () => {
    const seen: [number, number][] = [];
    expect(await isKept()).toBe(false);
    await keepRuntime((loaded, total) => seen.push([loaded, total]));
    expect(seen.at(0)).toEqual([2, 4]);
    expect(seen.at(-1)).toEqual([4, 4]);
    expect(await isKept()).toBe(true);
    await forgetRuntime();
    expect(await isKept()).toBe(false);
  });

  test('goes on after an interruption where it stopped', async () => {
    served[`${AT}zock.table`] = () => Promise.reject(new TypeError('no connection'));
    await expect(keepRuntime()).rejects.toMatchObject({ code: 'device-download' });
    expect(await isKept()).toBe(false);
    asked = [];
    served[`${AT}zock.table`] = () => new Response(FILES['zock.table']);
    await keepRuntime();
    expect(asked).toEqual([`${AT}manifest.json`, `${AT}zock.table`]);
    expect(await isKept()).toBe(true);
  });

  test('a connection that breaks within a file is an interruption, too', async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('gone')) });
    served[`${AT}python.wasm`] = () => new Response(broken);
    await expect(keepRuntime()).rejects.toMatchObject({ code: 'device-download' });
  });

  test('keeps no file that is another one', async () => {
    served[`${AT}python.wasm`] = () => new Response('viper');
    await expect(keepRuntime()).rejects.toMatchObject({ code: 'device-hash' });
    expect(kept.size).toBe(0);
  });

  test('replaces what was kept and is not what it should be', async () => {
    kept.set(`${AT}python.wasm`, new Response('viper'));
    await keepRuntime();
    expect(await kept.get(`${AT}python.wasm`)?.text()).toBe('snake');
  });

  test('asks the host itself where the browser remembers another file', async () => {
    served[`${AT}python.wasm`] = () => new Response('viper');
    fresh[`${AT}python.wasm`] = () => new Response('snake');
    await keepRuntime();
    expect(await kept.get(`${AT}python.wasm`)?.text()).toBe('snake');
  });

  test('goes by the list that the host has now', async () => {
    const list = { files: [listed('python.wasm')], tables: [] };
    fresh[`${AT}manifest.json`] = () => new Response(JSON.stringify(list));
    expect(await runtimeSize()).toBe(2);
  });

  test('says that there is no room', async () => {
    room = false;
    await expect(keepRuntime()).rejects.toMatchObject({ code: 'device-storage' });
  });

  test('keeps nothing of an earlier version', async () => {
    kept.set(`${AT}old.wasm`, new Response('old'));
    await keepRuntime();
    expect([...kept.keys()].sort()).toEqual([
      `${AT}manifest.json`,
      `${AT}python.wasm`,
      `${AT}zock.table`,
    ]);
  });

  test('is possible once a game was started, although tables are missing', async () => {
    await keepStarted();
    expect([await canStart(), await isKept()]).toEqual([true, false]);
    expect(asked).toEqual([`${AT}manifest.json`, `${AT}python.wasm`]);
    expect(await runtimeSize()).toBe(2);
  });

  test('is brought up to date, and what was there stays until all of it has arrived', async () => {
    await keepRuntime();
    const python = { ...listed('python.wasm'), address: 'runtime/new.wasm' };
    const update = { files: [python], tables: [listed('zock.table')] };
    served[`${AT}manifest.json`] = () => new Response(JSON.stringify(update));
    served[`${AT}new.wasm`] = () => Promise.reject(new TypeError('no connection'));
    await expect(renewRuntime()).rejects.toMatchObject({ reason: 'download' });
    expect([await isKept(), kept.has(`${AT}python.wasm`)]).toEqual([true, true]);
    served[`${AT}new.wasm`] = () => new Response(FILES['python.wasm']);
    await renewRuntime();
    expect([await isKept(), kept.has(`${AT}python.wasm`)]).toEqual([true, false]);
  });

  test('is not fetched for somebody who never asked for it', async () => {
    expect([await isKept(), await canStart()]).toEqual([false, false]);
    await renewRuntime();
    expect(asked).toEqual([]);
  });

  test('needs a browser that keeps files', async () => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, 'caches');
    expect(await isKept()).toBe(false);
    await expect(keepRuntime()).rejects.toMatchObject({ code: 'device-storage' });
  });
});

describe('a file for playing', () => {
  const python = listed('python.wasm');
  const text = async (bytes: Promise<Uint8Array>): Promise<string> =>
    new TextDecoder().decode(await bytes);

  test('is kept in passing and not fetched again', async () => {
    expect(await text(use('http://localhost/', python))).toBe('snake');
    await vi.waitFor(() => expect(kept.has(`${AT}python.wasm`)).toBe(true), { timeout: 60_000 });
    expect(await text(use('http://localhost/', python))).toBe('snake');
    expect(asked).toEqual([`${AT}python.wasm`]);
  });

  test('is used where there is no room for it, and where nothing is kept', async () => {
    room = false;
    expect(await text(use('http://localhost/', python))).toBe('snake');
    vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('', 'SecurityError')) });
    expect(await text(use('http://localhost/', python))).toBe('snake');
  });

  test('that is another one is neither used nor kept, and the right one is used later', async () => {
    served[`${AT}python.wasm`] = () => new Response('viper');
    await expect(use('http://localhost/', python)).rejects.toMatchObject({ reason: 'hash' });
    expect(kept.size).toBe(0);
    served[`${AT}python.wasm`] = () => new Response('snake');
    expect(await text(use('http://localhost/', python))).toBe('snake');
  });
});
