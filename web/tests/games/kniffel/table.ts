import type { Layout, Tally, View } from '../../../src/games/kniffel/wire';

/** A sheet of three boxes. */
export const LAYOUT: Layout = {
  dice: 5,
  throws: 3,
  upper_goal: 63,
  upper_bonus: 35,
  boxes: [
    { box: 'ones', part: 'upper', clause: 'K5', face: 1, points: null },
    { box: 'three-kind', part: 'lower', clause: 'K7', face: null, points: null },
    { box: 'chance', part: 'lower', clause: 'K10', face: null, points: null },
  ],
};

export const TALLY: Tally = {
  throws_left: 1,
  joker: false,
  kniffel_bonus: 0,
  upper: [3, 0],
  upper_goal: 63,
  upper_bonus: 35,
  upper_bonuses: [0, 0],
  lower: [0, 20],
  kniffel_bonuses: [0, 0],
  total: [3, 20],
};

export const VIEW: View = {
  game: 'kniffel',
  options: { joker: 'forced', kniffel_bonus: 100, games: 1 },
  players: 2,
  phase: 'choose',
  turn: 0,
  sheets: [{ ones: 3 }, { chance: 20 }],
  bonus: [0, 0],
};
