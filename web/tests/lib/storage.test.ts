import { afterEach, describe, expect, test, vi } from 'vitest';
import { ensure, isStoring, stored } from '../../src/lib/storage';

const real = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
afterEach(() => {
  if (real) Object.defineProperty(globalThis, 'localStorage', real);
});

function forbid(get: () => Storage): void {
  Object.defineProperty(globalThis, 'localStorage', { get, configurable: true });
}

describe('a browser that stores nothing', () => {
  test.each([
    [
      'forbids to ask',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ],
    [
      'has no room',
      () => ({
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      }),
    ],
  ])('%s, and the page remembers by itself', (_, get) => {
    forbid(get as unknown as () => Storage);
    expect(isStoring('localStorage')).toBe(false);
    ensure('localStorage');
    localStorage.setItem('one', '1');
    expect([localStorage.getItem('one'), localStorage.getItem('two')]).toEqual(['1', null]);
    expect([localStorage.length, localStorage.key(0)]).toEqual([1, 'one']);
    localStorage.removeItem('one');
    expect(localStorage.getItem('one')).toBeNull();
  });

  test('one that stores is left alone', () => {
    const before = localStorage;
    ensure('localStorage');
    expect(localStorage).toBe(before);
    expect(vi.isMockFunction(before.setItem)).toBe(false);
  });
});

test.each([
  [null, 'fallback'],
  ['"kept"', 'kept'],
  ['false', false],
  ['null', 'fallback'],
  ['{"broken', 'fallback'],
])('of %s, %s is read', (text, read) => {
  localStorage.clear();
  if (text !== null) localStorage.setItem('key', text);
  expect(stored<unknown>('key', 'fallback')).toBe(read);
});
