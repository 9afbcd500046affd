import { expect, test, vi } from 'vitest';
import type { ToWorker } from '../../src/local/protocol';

/** Python that starts, and fails at the first request. */
const failing = {
  pyimport: () => ({
    open_server: () => ({ request: () => Promise.reject(new Error('no memory')) }),
  }),
  _module: { HEAPU8: new Uint8Array(1) },
};

vi.mock('../../src/local/runtime', async (original) => ({
  ...(await original<object>()),
  manifest: () => Promise.resolve({ files: [], tables: [] }),
  start: () => Promise.resolve(failing),
}));

test('a worker whose Python has stopped says so instead of never answering', async () => {
  const told = vi.fn();
  vi.stubGlobal('postMessage', told);
  await import('../../src/local/worker');
  const tell = (data: ToWorker): boolean => dispatchEvent(new MessageEvent('message', { data }));
  tell({ kind: 'start', base: 'http://localhost/' });
  tell({ kind: 'request', id: 1, method: 'GET', path: '/api/games', body: '' });
  await vi.waitFor(
    () =>
      expect(told).toHaveBeenLastCalledWith({
        kind: 'failed',
        reason: 'other',
        message: 'Error: no memory',
      }),
    { timeout: 60_000 },
  );
});
