import { beforeEach, describe, expect, test } from 'vitest';
import { tell } from '../../src/games/tell';
import { gamePage } from '../../src/games';
import { LANGUAGES, locale } from '../../src/lib/messages.svelte';
import type * as wire from '../../src/lib/wire';

const NAMES = ['Anna', 'Ben'];
const LAYOUTS: Record<string, Record<string, unknown>> = {
  kniffel: { boxes: [{ box: 'chance' }], dice: 5 },
  tock: { fields: 64, players: 2, starts: [0, 32], gates: [0, 32], houses: [4, 4] },
  zock: { colours: [] },
  zocknroll: { rows: [] },
};
const STEPS: Record<string, [string, string][]> = {
  kniffel: [
    ['threw', '12345'],
    ['kept', '55'],
    ['won', '200'],
  ],
  zock: [
    ['threw', '63'],
    ['covered', '3+6'],
    ['sat-out', ''],
    ['won', '9'],
  ],
  zocknroll: [
    ['starts', ''],
    ['white', '24'],
    ['stayed', ''],
    ['highest', 'pair'],
    ['won', '12'],
  ],
};

function told(game: string, seat: number, [event, detail]: [string, string], you: number | null) {
  const step: wire.StepInfo = { n: 1, events: [{ event, seat, detail }] };
  const layout = LAYOUTS[game] ?? {};
  return tell(gamePage(game), step, { names: NAMES, seat: you, you, layout, view: {} });
}

describe.each([...LANGUAGES])('the log in %s', (language) => {
  beforeEach(() => locale.choose(language));

  test.each(Object.entries(STEPS))('calls the reader "you" and others by name: %s', (game, all) => {
    for (const event of all) {
      const [mine, other] = [told(game, 0, event, 0), told(game, 1, event, 0)];
      expect(mine).toBeTruthy();
      expect(mine).not.toContain('Anna');
      expect(other).toContain('Ben');
      expect(told(game, 0, event, null)).toContain('Anna');
    }
  });
});
