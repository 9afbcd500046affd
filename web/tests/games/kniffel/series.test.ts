import { beforeEach, describe, expect, test } from 'vitest';
import { SeriesMemory } from '../../../src/games/kniffel/series.svelte';
import type { Layout, Tally, View } from '../../../src/games/kniffel/wire';

const LAYOUT: Layout = {
  dice: 5,
  throws: 3,
  upper_goal: 63,
  upper_bonus: 35,
  boxes: [
    { box: 'ones', part: 'upper', clause: 'K5', face: 1, points: null },
    { box: 'chance', part: 'lower', clause: 'K10', face: null, points: null },
  ],
};
const TALLY: Tally = {
  throws_left: 0,
  joker: false,
  kniffel_bonus: 0,
  upper: [],
  upper_goal: 0,
  upper_bonus: 0,
  upper_bonuses: [],
  lower: [],
  kniffel_bonuses: [0, 0],
  total: [],
};

function view(game: number, totals: number[], sheets: View['sheets'], over = false): View {
  return {
    game: 'kniffel',
    options: { joker: 'forced', kniffel_bonus: 0, games: 3 },
    players: 2,
    phase: over ? 'over' : 'throw',
    turn: 0,
    sheets,
    bonus: [0, 0],
    match_game: game,
    totals,
  };
}

beforeEach(() => sessionStorage.clear());

describe('the games of a series', () => {
  test('a finished game is known with its sheets where it was seen', () => {
    const series = new SeriesMemory('/t/1');
    const nearly = [{ ones: 3, chance: 20 }, { ones: 2 }];
    series.follow(view(1, [0, 0], nearly), TALLY, LAYOUT, []);
    const last = [
      { event: 'scored', seat: 1, detail: 'chance 15' },
      { event: 'won', seat: 0, detail: '23' },
    ];
    series.follow(view(2, [23, 17], [{}, {}]), TALLY, LAYOUT, [{ n: 9, events: last }]);
    expect(series.finished).toEqual([
      {
        from: 1,
        until: 1,
        totals: [23, 17],
        played: {
          sheets: [
            { ones: 3, chance: 20 },
            { ones: 2, chance: 15 },
          ],
          kniffelBonuses: [0, 0],
        },
      },
    ]);
  });

  test('games that nobody saw here are added up together', () => {
    const series = new SeriesMemory('/t/2');
    series.follow(view(3, [40, 50], [{}, {}]), TALLY, LAYOUT, []);
    expect(series.finished).toEqual([{ from: 1, until: 2, totals: [40, 50], played: undefined }]);
  });

  test('what was seen survives a reload', () => {
    const before = new SeriesMemory('/t/3');
    before.follow(view(2, [23, 17], [{}, {}]), TALLY, LAYOUT, []);
    const after = new SeriesMemory('/t/3');
    after.follow(view(3, [40, 50], [{}, {}]), TALLY, LAYOUT, []);
    expect(after.finished.map(({ totals }) => totals)).toEqual([
      [23, 17],
      [17, 33],
    ]);
  });

  test('a single game has no series', () => {
    const series = new SeriesMemory('/t/4');
    const { match_game: _, totals: __, ...single } = view(1, [], [{}, {}]);
    series.follow(single, TALLY, LAYOUT, []);
    expect(series.finished).toEqual([]);
  });
});
