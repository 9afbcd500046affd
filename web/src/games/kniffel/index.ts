/** Everything the page knows about Kniffel. */

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
    { id: 'plain', options: {} },
    { id: 'series', options: { games: 6 } },
    { id: 'jokerless', options: { joker: 'off' } },
  ],
  moveInWords,
  sounds: { scored: 'pencil' },
} satisfies GamePage<Wire>;
