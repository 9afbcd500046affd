import { expect, test } from 'vitest';
import { CONFLICT, MemoryStore } from '../../src/local/store';

test('events have numbers, and none is stored twice', async () => {
  const store = new MemoryStore();
  await store.append('local-1', 1, '["a","b"]', '{"game":"zock"}');
  await store.append('local-1', 3, '["c"]', '');
  await expect(store.append('local-1', 3, '["d"]', '')).rejects.toMatchObject({ name: CONFLICT });
  expect(JSON.parse(await store.read('local-1', 1))).toEqual(['b', 'c']);
  expect(JSON.parse(await store.tables())).toEqual([{ id: 'local-1', facts: '{"game":"zock"}' }]);
});

test('what is removed or dropped is gone', async () => {
  const store = new MemoryStore();
  await store.append('local-1', 1, '["a"]', '{}');
  await store.remove('local-1');
  expect(await store.tables()).toBe('[]');
  expect(await store.read('local-1', 0)).toBe('[]');
  await store.keep('record', 'local-2', 'text');
  expect(await store.text('record', 'local-2')).toBe('text');
  expect(JSON.parse(await store.list('record'))).toEqual(['local-2']);
  await store.drop('record', 'local-2');
  expect(await store.text('record', 'local-2')).toBe('');
});
