import { describe, expect, test, vi } from 'vitest';
import { CONFLICT, DatabaseStore, MemoryStore } from '../../src/local/store';

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

describe('the database of a browser', () => {
  /** What becomes of a change: it is stored, aborted, never answered, or there is no database any more. */
  type Fate = 'stored' | 'full' | 'aborted' | 'silent' | 'closed';

  class FakeDatabase {
    onclose: (() => void) | null = null;
    closed = false;
    readonly kept: string[] = [];

    constructor(public fate: Fate) {}

    close(): void {
      this.closed = true;
    }

    transaction() {
      if (this.fate === 'closed') throw new DOMException('', 'InvalidStateError');
      const change = {
        error: this.fate === 'full' ? new DOMException('', 'QuotaExceededError') : null,
        onerror: (() => {}) as (event: unknown) => void,
        oncomplete: () => {},
        onabort: () => {},
        objectStore: () => ({ put: (text: string) => this.kept.push(text) }),
      };
      queueMicrotask(() => this.decide(change));
      return change;
    }

    private decide(change: ReturnType<FakeDatabase['transaction']>): void {
      if (this.fate === 'stored') change.oncomplete();
      if (this.fate !== 'full' && this.fate !== 'aborted') return;
      change.onerror({ target: { error: new DOMException('', 'AbortError') } });
      change.onabort();
    }
  }

  const storeOver = (first: FakeDatabase, open: () => Promise<FakeDatabase>) =>
    new DatabaseStore(
      first as unknown as IDBDatabase,
      open as unknown as () => Promise<IDBDatabase>,
    );
  const one = ['record', 'local-1', 'text'] as const;

  test('that was closed because the disk was full is opened again', async () => {
    const [first, second] = [new FakeDatabase('aborted'), new FakeDatabase('stored')];
    let room = false;
    const store = storeOver(first, () =>
      room ? Promise.resolve(second) : Promise.reject(new DOMException('', 'UnknownError')),
    );
    await expect(store.keep(...one)).rejects.toMatchObject({ name: 'AbortError' });
    await expect(store.keep(...one)).rejects.toMatchObject({ name: 'UnknownError' });
    room = true;
    await Promise.all([store.keep(...one), store.keep(...one)]);
    expect([first.closed, second.closed, second.kept]).toEqual([true, false, ['text', 'text']]);
  });

  test('that the browser has closed is opened again', async () => {
    const [first, second] = [new FakeDatabase('closed'), new FakeDatabase('stored')];
    const store = storeOver(first, () => Promise.resolve(second));
    first.onclose?.();
    await store.keep(...one);
    expect(second.kept).toEqual(['text']);
  });

  test('that never answers has failed, and the next try is answered', async () => {
    vi.useFakeTimers();
    const store = storeOver(new FakeDatabase('silent'), () =>
      Promise.resolve(new FakeDatabase('stored')),
    );
    const kept = expect(store.keep(...one)).rejects.toMatchObject({ name: 'TimeoutError' });
    await vi.runAllTimersAsync();
    await kept;
    vi.useRealTimers();
    await store.keep(...one);
  });

  test('says that there is no room, whatever its requests say', async () => {
    const store = storeOver(new FakeDatabase('full'), () => Promise.reject(new Error('no')));
    await expect(store.keep(...one)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  });
});
