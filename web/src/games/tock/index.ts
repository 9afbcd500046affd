/** Everything the page knows about Tock. */

import { longest } from '../../lib/beats';
import type { GamePage } from '../contract';
import { board as t } from './messages';
import { moveInWords } from './moves';
import Picture from './Picture.svelte';
import { tell } from './sentences';
import type { View, Wire } from './wire';

/** How long each event is shown, in milliseconds. */
const BEATS = {
  dealer: 900,
  dealt: 900,
  shuffled: 900,
  gave: 400,
  received: 700,
  drew: 600,
  played: 1000,
  moved: 1000,
  entered: 1000,
  swapped: 1000,
  hit: 1300,
  folded: 800,
  'stayed-out': 700,
  done: 1000,
};

export default {
  board: () => import('./Board.svelte'),
  guide: () => import('./guide'),
  introduction: () => import('./introduction'),
  picture: Picture,
  chance: 'cards',
  usual: { players: 4, bots: ['casual', 'casual', 'casual'] },
  presets: [
    { id: 'canadian', options: {} },
    { id: 'german', options: { board: 'dog', house_entry: 'over' } },
    {
      id: 'swiss',
      options: { board: 'dog', house_entry: 'twice', direction: 'counterclockwise' },
    },
  ],
  clauseNow,
  moveInWords,
  beat: longest(BEATS),
  tell,
  sounds: {
    dealt: 'card',
    drew: 'card',
    gave: 'card',
    received: 'card',
    played: 'card',
    folded: 'card',
    shuffled: 'card',
    moved: 'wood',
    entered: 'wood',
    swapped: 'wood',
    hit: 'hit',
  },
  chanceEvents: ['dealt', 'drew', 'dealer'],
  doneByNobody: ['dealt', 'received'],
  tableRolls: () => t('real-lot'),
  optionClauses: {
    'house_entry=touched': 'T28',
    'house_entry=over': 'T29',
    'house_entry=twice': 'T30',
  },
  playersClause: 'T2',
} satisfies GamePage<Wire>;

const PHASE_CLAUSES = {
  deal: 'T8',
  give: 'T10',
  play: 'T13',
  seven: 'T20',
  draw: 'T19',
  center: 'T35',
  over: 'T27',
} as const satisfies Record<View['phase'], string>;

function clauseNow({ phase }: View, moves: readonly string[]): string {
  return moves.join() === 'fold' ? 'T12' : PHASE_CLAUSES[phase];
}
