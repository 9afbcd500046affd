import { beforeAll, expect, test } from 'vitest';
import { reasonOf } from '../../src/games/reasons';
import { locale } from '../../src/lib/messages.svelte';

const NAMES = ['Anna', 'Ben', 'Cora', 'Dora'];

beforeAll(() => locale.choose('de'));

test('chances are percentages, and numbers have one decimal', () => {
  expect(reasonOf('zock', { name: 'useless', values: { chance: 0.3888 } }, NAMES)).toBe(
    'dein nächster Wurf nützt in 39\u00a0% der Fälle nichts',
  );
  expect(reasonOf('zocknroll', { name: 'to-come', values: { points: 2.999 } }, NAMES)).toBe(
    'zu erwarten: 3 Punkte',
  );
  expect(reasonOf('zocknroll', { name: 'to-come', values: { points: 2.55 } }, NAMES)).toBe(
    'zu erwarten: 2,6 Punkte',
  );
});

test('ids and seats are named', () => {
  expect(
    reasonOf('kniffel', { name: 'ends-in', values: { box: 'full-house', chance: 0.5 } }, NAMES),
  ).toContain('Full House');
  expect(reasonOf('tock', { name: 'hits', values: { n: 1, seat: 1 } }, NAMES)).toBe(
    'schlägt 1 Stein von Ben',
  );
});

test('a fact without words says nothing', () => {
  expect(reasonOf('zock', { name: 'no such fact' }, NAMES)).toBe('');
  expect(reasonOf('no-game', { name: 'useless' }, NAMES)).toBe('');
});
