import { mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import Daily from '../../src/pages/Daily.svelte';

test('the puzzle of one game asks for nothing but this puzzle', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path.replace(/\?.*/, ''));
    return Promise.reject(new TypeError('no connection'));
  });
  const page = mount(Daily, { target: document.body, props: { argument: 'zock' } });
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')).not.toBeNull(), {
    timeout: 60_000,
  });
  expect(asked).toEqual(['/api/games/zock/puzzle']);
  await unmount(page);
});
