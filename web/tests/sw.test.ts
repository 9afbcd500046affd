import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';

const AT = 'https://host/games/';
const script = readFileSync(resolve(import.meta.dirname, '../public/sw.js'), 'utf-8');

/** The caches of a browser, by name and address. */
let kept: Record<string, Map<string, string>>;
/** What the host serves; everything else is missing there. */
let served: Record<string, string>;
/** What the browser remembers of that, and gives to those who do not ask the host itself. */
let remembered: Record<string, string>;
let connected: boolean;
let listeners: Record<string, (event: object) => void>;

const absolute = (asked: string | { url: string }): string =>
  new URL(typeof asked === 'string' ? asked : asked.url, AT).href;
const nowhere = { cacheName: '' };

async function fetched(asked: string | { url: string }, how: RequestInit = {}): Promise<Response> {
  if (!connected) throw new TypeError('no connection');
  const known = how.cache ? undefined : remembered[absolute(asked)];
  const text = known ?? served[absolute(asked)];
  return new Response(text ?? '', { status: text === undefined ? 404 : 200 });
}

function cache(name: string) {
  const files = (kept[name] ??= new Map<string, string>());
  const put = async (asked: string, answer: Response) =>
    void files.set(absolute(asked), await answer.text());
  return {
    put,
    match: async (asked: string) => found(asked, { cacheName: name }),
    keys: async () => [...files.keys()].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => files.delete(url),
    add: async (asked: string) => {
      const answer = await fetched(asked);
      if (!answer.ok) throw new TypeError('not kept');
      await put(asked, answer);
    },
  };
}

function found(asked: string | { url: string }, { cacheName } = nowhere): Response | undefined {
  const text = kept[cacheName]?.get(absolute(asked));
  return text === undefined ? undefined : new Response(text);
}

/** Runs the service worker of the page as it is, in a browser of these tests. */
function start(): void {
  const names = ['addEventListener', 'registration', 'caches', 'fetch', 'location'];
  const caches = {
    open: async (name: string) => cache(name),
    match: async (...of: unknown[]) => found(...(of as Parameters<typeof found>)),
  };
  new Function(...names, script)(
    (kind: string, listener: (event: object) => void) => (listeners[kind] = listener),
    { scope: AT },
    caches,
    fetched,
    new URL(`${AT}sw.js`),
  );
}

/** What the page gets for this request, and once the service worker has nothing more to do. */
async function answer(name: string): Promise<string | undefined> {
  let given: Promise<Response> | undefined;
  const request = { url: AT + name, method: 'GET', mode: 'cors' };
  listeners.fetch?.({ request, respondWith: (what: Promise<Response>) => (given = what) });
  const text = await given?.then((response) => (response.ok ? response.text() : undefined));
  await new Promise((resolve) => setTimeout(resolve));
  return text;
}

async function keepsAll(): Promise<void> {
  let done: Promise<void> | undefined;
  listeners.message?.({ data: 'keep', waitUntil: (what: Promise<void>) => (done = what) });
  await done;
}

beforeEach(() => {
  [kept, listeners, connected, remembered] = [{}, {}, true, {}];
  served = {
    [`${AT}files.json`]: '["answers/games.json","assets/a.js"]',
    [`${AT}answers/games.json`]: 'four games',
    [`${AT}assets/a.js`]: 'code',
    [`${AT}runtime/python-1/python.wasm`]: 'viper',
  };
  start();
});

test('a static host has said on the first visit which games there are', async () => {
  await keepsAll();
  connected = false;
  expect(await answer('answers/games.json')).toBe('four games');
});

test('its answers are renewed, and files whose names change with them are not fetched again', async () => {
  await keepsAll();
  remembered = { ...served };
  served[`${AT}answers/games.json`] = 'five games';
  served[`${AT}assets/a.js`] = 'other code';
  await keepsAll();
  connected = false;
  expect(await answer('answers/games.json')).toBe('five games');
  expect(await answer('assets/a.js')).toBe('code');
});

test('a file of the runtime is not kept before its hash was checked', async () => {
  expect(await answer('runtime/python-1/python.wasm')).toBe('viper');
  expect(kept.runtime?.size ?? 0).toBe(0);
});

test('what is kept of the runtime is used without asking the host', async () => {
  await cache('runtime').put('runtime/python-1/python.wasm', new Response('snake'));
  expect(await answer('runtime/python-1/python.wasm')).toBe('snake');
});
