/** Tables with numbers of their own, so that a number in a text can only come from them. */

import type { Table } from '../../src/learn/introduction';
import { LAYOUT } from '../games/tock/board';

const boxes = [
  { box: 'ones', part: 'upper', clause: 'K5', face: 1, points: null },
  { box: 'three-kind', part: 'lower', clause: 'K7', face: null, points: null },
  { box: 'full-house', part: 'lower', clause: 'K8', face: null, points: 81 },
  { box: 'small-straight', part: 'lower', clause: 'K9', face: null, points: 82 },
  { box: 'large-straight', part: 'lower', clause: 'K9', face: null, points: 83 },
  { box: 'kniffel', part: 'lower', clause: 'K10', face: null, points: 84 },
];

const rows = [
  { row: 'large-straight', kind: 'combination', points: 76, assumed: false },
  { row: 'full-house', kind: 'combination', points: 75, assumed: false },
  { row: 'won-third', kind: 'further', points: 71, assumed: true },
  { row: 'left-first', kind: 'further', points: 72, assumed: true },
];

const BARE: Record<string, Pick<Table, 'layout' | 'options'>> = {
  zock: {
    layout: {
      fields: [1, 2, 3, 4, 5, 6, 7],
      dice: 2,
      colours: ['red'],
      sum_fields: { 6: [6], 8: [5], 9: [], 10: [2] },
    },
    options: { variant: 'basic', referee: 'strict', games: 1 },
  },
  kniffel: {
    layout: { dice: 5, throws: 41, upper_goal: 61, upper_bonus: 37, boxes },
    options: { joker: 'forced', kniffel_bonus: 97, games: 1 },
  },
  tock: {
    layout: { ...LAYOUT, stones: ['a', 'b', 'c'], cards_by_round: [46, 45] },
    options: {},
  },
  zocknroll: {
    layout: { own_dice: 2, white_dice: [33, 1, 1, 1], marks_per_row: 17, rows },
    options: {},
  },
};

export const TABLES: Record<string, Table> = Object.fromEntries(
  Object.entries(BARE).map(([game, table]) => [
    game,
    { ...table, other: () => Promise.resolve(table.layout) },
  ]),
);

/** What the texts of each must say. */
export const NUMBERS: Record<string, string[]> = {
  zock: ['7'],
  kniffel: ['6', '41', '61', '37', '97', '81', '84'],
  tock: ['3', '46', '45', '6'],
  zocknroll: ['2', '33', '4', '17', '76'],
};
/** Numbers of the real rules, which none of these tables has. */
export const REAL: Record<string, RegExp> = {
  zock: /\b(nine|neun|kilenc|12|11)\b/,
  kniffel: /\b(13|63|35|25|30|40|50|100)\b/,
  tock: /\b(18|16|12|4 stones|4 Steine|4 bábu)\b/,
  zocknroll: /\b(6 marks|6 Kreuze|6 kereszt)\b/,
};
