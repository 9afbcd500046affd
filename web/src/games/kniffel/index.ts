/** Everything the page knows about Kniffel. */

import { longest } from '../../lib/beats';
import type { GamePage } from '../contract';
import { moveInWords } from './moves';
import { tell } from './sentences';
import Picture from './Picture.svelte';
import type { Wire } from './wire';

/** How long each event is shown, in milliseconds. */
const BEATS = {
  threw: 1020,
  'start-roll': 1300,
  tied: 2200,
  begins: 2200,
  kept: 450,
  scored: 900,
  bonus: 1300,
  won: 1600,
};

export default {
  board: () => import('./Board.svelte'),
  guide: () => import('./guide'),
  picture: Picture,
  usual: { players: 2, bots: ['medium'] },
  presets: [
    { id: 'plain', options: {} },
    { id: 'series', options: { games: 6 } },
    { id: 'jokerless', options: { joker: 'off' } },
  ],
  moveInWords,
  beat: longest(BEATS),
  tell,
  sounds: { scored: 'pencil' },
} satisfies GamePage<Wire>;
