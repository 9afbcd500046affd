import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceStatus } from '../../src/lib/device.svelte';
import { Device } from '../../src/local/client';
import { FakeWorker } from './workers';

let worker: FakeWorker;
let device: Device;

beforeEach(() => {
  worker = new FakeWorker();
  device = new Device(worker as unknown as Worker);
});

describe('the tables of this device', () => {
  test('are started from the folder of the page', () => {
    expect(worker.told).toEqual([{ kind: 'start', base: 'http://localhost/' }]);
    expect(deviceStatus.state).toBe('starting');
  });

  test('say how far they are', () => {
    worker.say({ kind: 'progress', loaded: 3, total: 9 });
    expect([deviceStatus.loaded, deviceStatus.total]).toEqual([3, 9]);
    worker.say({ kind: 'ready', kept: false, memory: 1 });
    expect([deviceStatus.state, deviceStatus.keeping]).toEqual(['ready', false]);
  });

  test('ask the browser not to remove games that it keeps', () => {
    const persist = vi.fn(() => Promise.resolve(true));
    vi.stubGlobal('navigator', { storage: { persist } });
    worker.say({ kind: 'ready', kept: false, memory: 1 });
    expect(persist).not.toHaveBeenCalled();
    worker.say({ kind: 'ready', kept: true, memory: 1 });
    expect(persist).toHaveBeenCalledOnce();
  });

  test('answer each request, in any order', async () => {
    const first = device.request('GET', '/api/games');
    const second = device.request('POST', '/api/tables', '{}');
    const [one, two] = worker.told.filter((message) => message.kind === 'request');
    worker.say({ kind: 'answer', id: two?.id ?? 0, status: 201, text: 'two' });
    worker.say({ kind: 'answer', id: one?.id ?? 0, status: 200, text: 'one' });
    expect((await first).text).toBe('one');
    expect(await second).toMatchObject({ status: 201, text: 'two' });
  });

  test('pass on what is said at a table, until one leaves it', () => {
    const ears = { message: vi.fn(), closed: vi.fn() };
    const socket = device.connect('local-1', 7, ears);
    const { socket: number, ...asked } = worker.heard('connect');
    expect(asked).toEqual({ kind: 'connect', table: 'local-1', after: 7 });
    socket.send('hello');
    expect(worker.heard('send')).toEqual({ kind: 'send', socket: number, text: 'hello' });
    worker.say({ kind: 'message', socket: number, text: 'welcome' });
    socket.close();
    worker.say({ kind: 'message', socket: number, text: 'too late' });
    expect(ears.message.mock.calls).toEqual([['welcome']]);
    expect(worker.heard('disconnect').socket).toBe(number);
  });

  test('tell everybody who waits when they fail, and nobody waits afterwards', async () => {
    const ears = { message: vi.fn(), closed: vi.fn() };
    const asked = device.request('GET', '/api/games');
    device.connect('local-1', -1, ears);
    worker.say({ kind: 'failed', reason: 'download', message: 'interrupted' });
    await expect(asked).rejects.toMatchObject({ code: 'device-download' });
    await expect(device.request('GET', '/api/games')).rejects.toMatchObject({
      code: 'device-download',
    });
    expect(ears.closed).toHaveBeenCalledWith(4000, 'device-download');
    expect([worker.ended, deviceStatus.state, deviceStatus.failure]).toEqual([
      true,
      'failed',
      'download',
    ]);
  });

  test('a worker that breaks down has failed as well', async () => {
    const asked = device.request('GET', '/api/games');
    worker.onerror?.(new ErrorEvent('error', { message: 'out of memory' }));
    await expect(asked).rejects.toMatchObject({ code: 'device-other', message: 'out of memory' });
  });
});

describe('starting', () => {
  beforeEach(() => {
    vi.resetModules();
    FakeWorker.all = [];
    vi.stubGlobal('Worker', FakeWorker);
  });

  test('happens once, whoever asks, and again after a failure', async () => {
    const { openDevice } = await import('../../src/local/client');
    const [one, other] = [openDevice(), openDevice()];
    expect(one).toBe(other);
    expect(FakeWorker.all.length).toBe(1);
    FakeWorker.last.say({ kind: 'failed', reason: 'download', message: '' });
    const [again, too] = [openDevice(), openDevice()];
    expect(again).toBe(too);
    expect(again).not.toBe(one);
    expect(FakeWorker.all.length).toBe(2);
  });
});
