import { describe, expect, test } from 'vitest';
import { frames, sceneOf } from '../../../src/games/tock/movement';
import { BOARD, stone } from './board';

const STONES = [stone('0a', '3'), stone('1a', '5'), stone('0b', '9')];

function scene(...events: { event: string; detail: string }[]) {
  return sceneOf({ n: 1, events: events.map((one) => ({ seat: 0, ...one })) }, STONES, BOARD);
}

describe('movement of stones', () => {
  test('a stone walks over the fields, and what it hits flies off at the end', () => {
    const { legs, stones } = scene(
      { event: 'moved', detail: '0a 3>5' },
      { event: 'hit', detail: '1a' },
    );
    expect(legs.map(({ stone, way }) => [stone, way])).toEqual([
      ['0a', ['3', '4', '5']],
      ['1a', ['5', '-']],
    ]);
    expect(legs[1]?.begin).toBe(legs[0]?.end);
    expect(stones.map(({ place }) => place)).toEqual(['5', '-', '9']);
  });

  test('two stones change places at the same time', () => {
    const { legs, stones } = scene({ event: 'swapped', detail: '0a<>1a' });
    expect(legs.map(({ begin }) => begin)).toEqual([0, 0]);
    expect(stones.map(({ place }) => place)).toEqual(['5', '3', '9']);
  });

  test('a step without movement moves nothing', () => {
    const { legs, stones } = scene({ event: 'folded', detail: '' });
    expect(legs).toEqual([]);
    expect(stones).toEqual(STONES);
  });

  test('frames run from the first moment to the last', () => {
    const { legs, length } = scene({ event: 'moved', detail: '0a 3>5' });
    const offsets = frames('0a', legs, length, BOARD).map(({ offset }) => offset);
    expect([offsets[0], offsets.at(-1)]).toEqual([0, 1]);
  });
});
