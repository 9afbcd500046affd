/** A board of its own: four arms with ten fields each, so that nothing rests on the real numbers. */

import { Geometry } from '../../../src/games/tock/geometry';
import type { Stone } from '../../../src/games/tock/stones';
import type { Layout, RankLayout, Tally, View } from '../../../src/games/tock/wire';

function rank(rank: string, parts: Partial<RankLayout> = {}): RankLayout {
  return { rank, forward: [], backward: [], actions: [], ...parts };
}

export const LAYOUT: Layout = {
  arms: 4,
  arm_length: 10,
  fields: 40,
  seat_arms: [0, 1, 2, 3],
  starts: [0, 10, 20, 30],
  gates: [37, 7, 17, 27],
  teams: [
    [0, 2],
    [1, 3],
  ],
  stones: ['a', 'b', 'c', 'd'],
  house: ['h1', 'h2', 'h3', 'h4'],
  center_fields: [],
  ranks: [
    rank('5', { forward: [5] }),
    rank('7', { forward: [7], actions: ['split'] }),
    rank('K', { forward: [13], actions: ['enter'] }),
    rank('X', { actions: ['any-rank'] }),
  ],
  suits: ['C', 'D', 'H', 'S'],
  cards_by_round: [6, 5],
  seven_steps: 7,
  longest_way: 13,
};

export const TALLY: Tally = {
  home: [0, 0, 0, 0],
  plays: [0, 1, 2, 3],
  enters: '0a',
  ways: [],
  in_reach: [],
};

export const VIEW: View = {
  game: 'tock',
  options: {
    board: 'canadian',
    direction: 'clockwise',
    house_entry: 'touched',
    play_on: false,
    canadian_seven: false,
    no_joker_finish: false,
  },
  players: 4,
  phase: 'play',
  turn: 0,
  dealer: 3,
  round: 1,
  stones: [],
  hands: [['5H', 'KS'], ['?'], ['?'], ['?']],
  discard: [],
  places: [],
};

export const BOARD = new Geometry(LAYOUT, 'clockwise', 0);

export function stone(id: string, place: string): Stone {
  return { id, seat: Number(id[0]), place, protected: false, marked: false };
}
