/** Everything the page knows about Tock. */

import type { GamePage } from '../contract';
import { board as t } from './messages';
import { moveInWords } from './moves';
import Picture from './Picture.svelte';
import type { Wire } from './wire';

export default {
  board: () => import('./Board.svelte'),
  guide: () => import('./guide'),
  picture: Picture,
  chance: 'cards',
  usual: { players: 4, bots: ['medium', 'medium', 'medium'] },
  presets: [
    { id: 'canadian', options: {} },
    { id: 'german', options: { board: 'dog', house_entry: 'over' } },
    {
      id: 'swiss',
      options: { board: 'dog', house_entry: 'twice', direction: 'counterclockwise' },
    },
  ],
  moveInWords,
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
  tableRolls: () => t('real-lot'),
  optionClauses: {
    'house_entry=touched': 'T28',
    'house_entry=over': 'T29',
    'house_entry=twice': 'T30',
  },
  playersClause: 'T2',
} satisfies GamePage<Wire>;
