/** Everything the page knows about ZOCK. */

import { longest } from '../../lib/beats';
import type { GamePage } from '../contract';
import { moveInWords } from './moves';
import { tell } from './sentences';
import Picture from './Picture.svelte';
import type { View, Wire } from './wire';

/** How long each event is shown, in milliseconds. */
const BEATS = {
  threw: 1020,
  'start-roll': 1300,
  tied: 2200,
  begins: 2200,
  covered: 900,
  opened: 900,
  'sat-out': 900,
  objected: 1400,
  'let-stand': 700,
  won: 1600,
  paid: 1200,
};

export default {
  board: () => import('./Board.svelte'),
  guide: () => import('./guide'),
  introduction: () => import('./introduction'),
  picture: Picture,
  usual: { players: 2, bots: ['easy'] },
  comparable: true,
  presets: [
    { id: 'basic', options: {} },
    { id: 'a', options: { variant: 'a' } },
    { id: 'b', options: { variant: 'b' } },
    { id: 'c', options: { variant: 'c' } },
    { id: 'match', options: { games: 5 } },
    { id: 'players', options: { referee: 'players' } },
  ],
  clauseNow,
  moveInWords,
  beat: longest(BEATS),
  tell,
  sounds: { covered: 'wood', opened: 'wood', objected: 'hit', paid: 'wood' },
  optionClauses: {
    'variant=basic': 'Z3',
    'variant=a': 'Z10',
    'variant=b': 'Z11',
    'variant=c': 'Z12',
  },
} satisfies GamePage<Wire>;

/** The clause of every variant that says how to cover. */
const COVERING = { basic: 'Z3', a: 'Z10', b: 'Z11', c: 'Z12' } as const;

function clauseNow({ phase, options }: View): string {
  switch (phase) {
    case 'begin':
      return 'Z2';
    case 'objection':
      return 'Z16';
    case 'over':
      return 'Z9';
    default:
      return COVERING[options.variant];
  }
}
