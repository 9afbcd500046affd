import { expect, test, vi } from 'vitest';
import { Replay } from '../../src/record/replay.svelte';

test('a position that is not looked at is asked for once, and then known', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response('[{"position":{"n":1}},{"position":{"n":2}}]'));
  });
  const replay = new Replay('m1', 1);
  replay.need(1);
  replay.need(0);
  replay.layout = {};
  await vi.waitFor(() => expect(replay.sceneAt(1)?.view).toEqual({ n: 2 }), { timeout: 60_000 });
  expect(asked).toHaveLength(1);
  expect(replay.at).toBe(0);
});
