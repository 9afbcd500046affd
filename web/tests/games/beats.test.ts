import { expect, test } from 'vitest';
import kniffel from '../../src/games/kniffel';
import zock from '../../src/games/zock';
import zocknroll from '../../src/games/zocknroll';
import { SEEN } from '../../src/lib/playback.svelte';
import { LONGEST_ROLL } from '../../src/parts/dice';

const ROLLS = [
  ['zock', zock.beat, 'threw'],
  ['zock', zock.beat, 'start-roll'],
  ['kniffel', kniffel.beat, 'threw'],
  ['kniffel', kniffel.beat, 'start-roll'],
  ['zocknroll', zocknroll.beat, 'threw'],
  ['zocknroll', zocknroll.beat, 'white'],
] as const;

test.each(ROLLS)('%s tells a roll when the dice lie', (_, beat, event) => {
  expect(beat({ events: [{ event, seat: 0 }] }) * SEEN).toBeGreaterThanOrEqual(LONGEST_ROLL);
});
