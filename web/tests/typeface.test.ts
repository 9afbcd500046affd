import { describe, expect, test } from 'vitest';
import { parts } from '../build/typeface';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzäöüßáéíóőúűABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÁÉÍÓŐÚŰ';

const part = (name: string): Set<number> =>
  parts().find((one) => one.name === name)?.characters ?? new Set();

describe('the typeface', () => {
  test('has every letter of the three languages in the parts that are fetched for them', () => {
    const ours = new Set([...part('ours'), ...part('ours-extended')]);
    expect([...LETTERS].filter((letter) => !ours.has(letter.codePointAt(0) ?? 0))).toEqual([]);
  });

  test('leaves other letters of names to parts of their own', () => {
    const name = [...'çñłž'].map((letter) => letter.codePointAt(0) ?? 0);
    expect(name.map((letter) => part('ours').has(letter))).toEqual([false, false, false, false]);
    const names = new Set([...part('names'), ...part('names-extended')]);
    expect(name.every((letter) => names.has(letter))).toBe(true);
  });

  test('has no character twice, so that one file is fetched for it', () => {
    const all = parts().flatMap(({ characters }) => [...characters]);
    expect(new Set(all).size).toBe(all.length);
  });
});
