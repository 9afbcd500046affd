/** Kniffel's position document and tally, as far as they are drawn. */

export const UPPER = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes'] as const;
export const LOWER = [
  'three-kind',
  'four-kind',
  'full-house',
  'small-straight',
  'large-straight',
  'kniffel',
  'chance',
] as const;
export type Box = (typeof UPPER)[number] | (typeof LOWER)[number];

/** The clause that says what a box counts. */
export const CLAUSE: Record<Box, string> = {
  ones: 'K5',
  twos: 'K5',
  threes: 'K5',
  fours: 'K5',
  fives: 'K5',
  sixes: 'K5',
  'three-kind': 'K7',
  'four-kind': 'K7',
  'full-house': 'K8',
  'small-straight': 'K9',
  'large-straight': 'K9',
  kniffel: 'K10',
  chance: 'K10',
};

export type Sheet = Partial<Record<Box, number>>;

export interface KniffelView {
  phase: 'begin' | 'throw' | 'choose' | 'over';
  turn: number | null;
  options: { games: number; kniffel_bonus: number; joker: 'forced' | 'free' | 'off' };
  sheets: Sheet[];
  began?: (string | null)[];
  dice?: string;
  kept?: string;
  throws?: number;
  match_game?: number;
  totals?: number[];
}

/** What the position adds up to, as the server says it. */
export interface Tally {
  upper: number[];
  upper_goal: number;
  upper_bonus: number;
  upper_bonuses: number[];
  kniffel_bonuses: number[];
  total: number[];
  throws_left: number;
  joker: boolean;
  kniffel_bonus: number;
}

/** What may be written where: the listed moves, and the points pencilled in for them. */
export interface Pencilled {
  move: string;
  points: string;
}

export function pencil(moves: readonly string[], labels: readonly string[]): Map<Box, Pencilled> {
  return new Map(
    moves.flatMap((move, index) => {
      const box = /^score (.+)$/.exec(move)?.[1];
      return box ? [[box as Box, { move, points: labels[index] ?? '' }]] : [];
    }),
  );
}
