import { beforeEach, describe, expect, test } from 'vitest';
import { beaten } from '../../src/lib/bests';
import type * as wire from '../../src/lib/wire';

function table(match: string, parts: Partial<wire.TableUpdate> = {}): wire.TableUpdate {
  const seats = [{}, {}];
  return { game: 'kniffel', options: { games: 1 }, seats, match, ...parts } as wire.TableUpdate;
}

beforeEach(() => localStorage.clear());

describe('a personal best', () => {
  test('is none while there was nothing to beat', () => {
    expect(beaten(table('m1'), 200)).toBeNull();
  });

  test('says what it has beaten, also after a reload', () => {
    beaten(table('m1'), 200);
    expect(beaten(table('m2'), 230)).toBe(200);
    expect(beaten(table('m2'), 230)).toBe(200);
    expect(beaten(table('m3'), 231)).toBe(230);
  });

  test('beats no game without a score', () => {
    beaten(table('m1'), 0);
    expect(beaten(table('m2'), 20)).toBeNull();
    expect(beaten(table('m3'), 21)).toBe(20);
  });

  test('has to be better, not as good', () => {
    beaten(table('m1'), 200);
    expect(beaten(table('m2'), 200)).toBeNull();
    expect(beaten(table('m3'), 199)).toBeNull();
  });

  test('counts for games of the same kind only', () => {
    beaten(table('m1'), 200);
    expect(beaten(table('m2', { options: { games: 6 } }), 900)).toBeNull();
    expect(beaten(table('m3', { game: 'zock' }), 300)).toBeNull();
    expect(beaten(table('m4', { seats: [] }), 300)).toBeNull();
    expect(beaten(table('m5'), 201)).toBe(200);
  });

  test('does not depend on the order of options, and survives what cannot be read', () => {
    beaten(table('m1', { options: { a: 1, b: 2 } }), 5);
    expect(beaten(table('m2', { options: { b: 2, a: 1 } }), 6)).toBe(5);
    localStorage.setItem('stammtisch.bests', '{broken');
    expect(beaten(table('m3'), 7)).toBeNull();
  });
});
