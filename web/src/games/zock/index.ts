/** Everything the page knows about ZOCK. */

import { longest } from '../../lib/beats';
import type { GamePage } from '../contract';
import { joined } from '../tell';
import { moveInWords } from './moves';
import Picture from './Picture.svelte';
import { sentence } from './sentences';
import type { Wire } from './wire';

/** How long each event is shown, in milliseconds. */
const BEATS = {
  threw: 1020,
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
  picture: Picture,
  usual: { players: 2, bots: ['medium'] },
  presets: [
    { id: 'basic', options: {} },
    { id: 'a', options: { variant: 'a' } },
    { id: 'b', options: { variant: 'b' } },
    { id: 'c', options: { variant: 'c' } },
    { id: 'match', options: { games: 5 } },
    { id: 'players', options: { referee: 'players' } },
  ],
  moveInWords,
  beat: longest(BEATS),
  tell: (step, told) => joined(step, (event) => sentence(event, told, told.layout)),
  sounds: { covered: 'wood', opened: 'wood', objected: 'hit', paid: 'wood' },
  optionClauses: {
    'variant=basic': 'Z3',
    'variant=a': 'Z10',
    'variant=b': 'Z11',
    'variant=c': 'Z12',
  },
} satisfies GamePage<Wire>;
