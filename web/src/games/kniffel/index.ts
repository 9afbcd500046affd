/** Everything the page knows about Kniffel. */

import { longest } from '../../lib/beats';
import type { GamePage } from '../contract';
import { joined } from '../tell';
import { moveInWords } from './moves';
import Picture from './Picture.svelte';
import { sentence } from './sentences';
import type { Wire } from './wire';

/** How long each event is shown, in milliseconds. */
const BEATS = { threw: 1020, kept: 350, scored: 900, starts: 1200, won: 1000 };

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
  tell: (step, told) => joined(step, (event) => sentence(event, told, told.layout)),
  sounds: { scored: 'pencil' },
} satisfies GamePage<Wire>;
