/** A table of three with two rounds, so that nothing rests on the real numbers. */

import type { Standing } from '../../../src/games/zocknroll/scene';
import type { Layout, Tally, View } from '../../../src/games/zocknroll/wire';
import type * as wire from '../../../src/lib/wire';

export const LAYOUT: Layout = {
  own_dice: 2,
  white_dice: [2, 1],
  marks_per_row: 3,
  rows: [
    { row: 'kniffel', kind: 'combination', points: 12, assumed: false },
    { row: 'pair', kind: 'combination', points: 2, assumed: false },
    { row: 'won-third', kind: 'further', points: 3, assumed: true },
    { row: 'left-first', kind: 'further', points: 1, assumed: false },
  ],
};

export const TALLY: Tally = { points: {}, scores: [0, 0, 0], extra_row: null, round_winner: null };

export function view(parts: Partial<View> = {}): View {
  return {
    game: 'zocknroll',
    options: { variant: 'basic', points: {}, order: ['kniffel', 'pair'] },
    players: 3,
    phase: 'decide',
    turn: null,
    starter: 0,
    crosses: [{}, {}, {}],
    round: 1,
    white: '24',
    own: ['12', '?', '?'],
    status: ['in', 'in', 'in'],
    ...parts,
  };
}

export function standing(parts: Partial<View> = {}): Standing {
  const turn: wire.PositionUpdate['turn'] = { kind: 'choose', seats: [0, 1, 2] };
  return { view: view(parts), tally: TALLY, layout: LAYOUT, turn };
}

export function step(n: number, ...events: [string, number | null, string?][]): wire.StepInfo {
  return {
    n,
    events: events.map(([event, seat, detail]) => ({
      event,
      seat,
      ...(detail === undefined ? {} : { detail }),
    })),
  };
}
