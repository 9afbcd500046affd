/** Everything the page knows about ZOCK. */

import type { GamePage } from '../contract';
import { moveInWords } from './moves';
import Picture from './Picture.svelte';
import type { Wire } from './wire';

export default {
  board: () => import('./Board.svelte'),
  guide: () => import('./guide'),
  picture: Picture,
  usual: { players: 2, bots: ['medium'] },
  comparable: true,
  presets: [
    { id: 'basic', options: {} },
    { id: 'a', options: { variant: 'a' } },
    { id: 'b', options: { variant: 'b' } },
    { id: 'c', options: { variant: 'c' } },
    { id: 'match', options: { games: 5 } },
    { id: 'players', options: { referee: 'players' } },
  ],
  moveInWords,
  sounds: { covered: 'wood', opened: 'wood', objected: 'hit', paid: 'wood' },
  optionClauses: {
    'variant=basic': 'Z3',
    'variant=a': 'Z10',
    'variant=b': 'Z11',
    'variant=c': 'Z12',
  },
} satisfies GamePage<Wire>;
