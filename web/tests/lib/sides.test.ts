// Who answers: the server, or the tables of this device.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as api from '../../src/lib/api';
import { FakeWorker } from '../local/workers';

let asked: string[];
let reachable: boolean;
let ask: typeof api;

/** A cache that holds everything that the manifest lists, or nothing. */
function cache(kept: boolean): object {
  const list = new Response(JSON.stringify({ files: [], tables: [] }));
  return { open: () => Promise.resolve({ match: () => Promise.resolve(kept ? list : undefined) }) };
}

beforeEach(async () => {
  vi.resetModules();
  asked = [];
  reachable = true;
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', (path: string) => {
    if (!reachable) return Promise.reject(new TypeError('no connection'));
    asked.push(path);
    return Promise.resolve(new Response('[]'));
  });
  vi.stubGlobal('caches', cache(false));
  ask = await import('../../src/lib/api');
});

afterEach(() => {
  document.head.replaceChildren();
  vi.resetModules(); // what was loaded for a site is not for the tests of other files
});

/** What the worker is asked, as soon as it is. */
async function atDevice(): Promise<FakeWorker> {
  await vi.waitFor(() => FakeWorker.last.heard('request'), { timeout: 60_000 });
  return FakeWorker.last;
}

describe('a server is asked', () => {
  test('about everything that is not of this device', async () => {
    await ask.table('abc');
    await ask.record('0f3a');
    await ask.games();
    await ask.openTable({ game: 'zock', seats: [] });
    expect(asked).toEqual(['/api/tables/abc', '/api/records/0f3a', '/api/games', '/api/tables']);
    expect(FakeWorker.all).toEqual([]);
  });
});

describe('this device is asked', () => {
  test('about its own tables and records', async () => {
    const answer = ask.moments('local-1', 0, 5);
    const worker = await atDevice();
    expect(worker.heard('request').path).toBe('/api/records/local-1/moments?start=0&count=5');
    worker.answer([1, 2]);
    expect(await answer).toEqual([1, 2]);
    expect(asked).toEqual([]);
  });

  test('for a table that is to be here alone', async () => {
    const opened = ask.openTable({ game: 'zock', seats: [] }, 'device');
    const worker = await atDevice();
    expect(worker.heard('request')).toMatchObject({ method: 'POST', path: '/api/tables' });
    worker.answer({ table: 'local-1' }, 201);
    expect(await opened).toEqual({ table: 'local-1' });
  });

  test('and refuses as a server does', async () => {
    const answer = ask.table('local-9');
    const error = { code: 'unknown-table', message: 'there is no table local-9' };
    (await atDevice()).answer({ error }, 404);
    await expect(answer).rejects.toMatchObject(error);
  });
});

describe('without a connection', () => {
  beforeEach(() => {
    reachable = false;
  });

  test('this device tells about the games, if it is ready for that', async () => {
    vi.stubGlobal('caches', cache(true));
    const answer = ask.rules('zock', 'en');
    (await atDevice()).answer([['Z1', 'Aim', '', '']]);
    expect(await answer).toEqual([['Z1', 'Aim', '', '']]);
  });

  test('nothing is started on a device that is not', async () => {
    await expect(ask.rules('zock', 'en')).rejects.toMatchObject({ code: 'offline' });
    expect(FakeWorker.all).toEqual([]);
  });

  test('a table of the server stays where it is', async () => {
    vi.stubGlobal('caches', cache(true));
    await expect(ask.table('abc')).rejects.toMatchObject({ code: 'offline' });
  });
});

describe('a new table without a connection', () => {
  const here = { kind: 'here' as const, name: 'Anna' };

  beforeEach(() => {
    reachable = false;
    vi.stubGlobal('caches', cache(true));
  });

  test('is opened here if nobody comes from elsewhere', async () => {
    const { openSomewhere } = await import('../../src/newtable/draft');
    const opened = openSomewhere({ game: 'zock', seats: [here, { kind: 'bot', bot: 'easy' }] });
    (await atDevice()).answer({ table: 'local-1' }, 201);
    expect(await opened).toEqual({ table: 'local-1' });
  });

  test('is refused if somebody does', async () => {
    const { openSomewhere } = await import('../../src/newtable/draft');
    const opened = openSomewhere({ game: 'zock', seats: [here, { kind: 'free' }] });
    await expect(opened).rejects.toMatchObject({ code: 'offline' });
  });

  test('says what to do on a device that is not ready', async () => {
    vi.stubGlobal('caches', cache(false));
    const { openSomewhere } = await import('../../src/newtable/draft');
    await expect(openSomewhere({ game: 'zock', seats: [here] })).rejects.toMatchObject({
      code: 'unprepared',
    });
  });
});

describe('on a static site', () => {
  test('this device is asked about everything', async () => {
    document.head.innerHTML = '<meta name="stammtisch-mode" content="site">';
    vi.resetModules();
    ask = await import('../../src/lib/api');
    const answer = ask.publicTables();
    (await atDevice()).answer([]);
    expect(await answer).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('but what is there as a file', async () => {
    document.head.innerHTML = '<meta name="stammtisch-mode" content="site">';
    vi.resetModules();
    ask = await import('../../src/lib/api');
    expect(await ask.games()).toEqual([]);
    expect(asked).toEqual(['/answers/games.json']);
    expect(FakeWorker.all).toEqual([]);
  });
});
