import { expect, test } from 'vitest';
import { prefs } from '../../src/lib/prefs.svelte';

const table = (id: string) => ({ table: id, game: 'zock', names: ['Anna'], since: 0 });

test('of many tables the latest are remembered, and all that are on this device alone', () => {
  prefs.remember(table('local-1'));
  for (let number = 0; number < 100; number += 1) prefs.remember(table(`table-${number}`));
  const known = prefs.tables.map(({ table: id }) => id);
  expect(known).toContain('local-1');
  expect(known).toContain('table-99');
  expect(known).not.toContain('table-0');
});
