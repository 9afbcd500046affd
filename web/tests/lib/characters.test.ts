import { describe, expect, test } from 'vitest';
import { characters } from '../../src/lib/characters';

describe('characters are counted as readers see them', () => {
  test.each([
    ['Anna', 4],
    ['e\u0301e\u0301', 2],
    ['👩\u200d👩\u200d👧\u200d👦', 1],
    ['🇭🇺🇩🇪', 2],
    ['🧑🏻\u200d❤️\u200d💋\u200d🧑🏿', 1],
    ['علی\u200cرضا', 6],
    ['', 0],
  ])('%s', (text, count) => expect(characters(text)).toBe(count));
});
