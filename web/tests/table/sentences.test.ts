import { beforeAll, expect, test } from 'vitest';
import { locale } from '../../src/lib/messages.svelte';
import { whoseTurn } from '../../src/table/sentences';

const NAMES = ['Anna', 'Ben', 'Cora'];

beforeAll(() => locale.choose('de'));

test('the reader is “you”, and not called by name among those who are waited for', () => {
  expect(whoseTurn([0], NAMES, 0, false)).toBe('Du bist dran');
  expect(whoseTurn([0, 1], NAMES, 0, true)).toBe('Du bist dran');
  expect(whoseTurn([0, 1, 2], NAMES, 0, false)).toBe('Warten auf Ben und Cora');
  expect(whoseTurn([0, 1], NAMES, 0, false)).toBe('Ben ist dran');
});

test('where several people share a device, everybody is called by name', () => {
  expect(whoseTurn([0], NAMES, undefined, true)).toBe('Anna ist dran');
  expect(whoseTurn([0, 1], NAMES, undefined, true)).toBe('Warten auf Anna und Ben');
});
