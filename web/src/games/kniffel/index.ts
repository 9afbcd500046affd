/** Everything the page knows about Kniffel. */

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
  kept: 450,
  scored: 900,
  bonus: 1300,
  won: 1600,
};

export default {
  board: () => import('./Board.svelte'),
  guide: () => import('./guide'),
  introduction: () => import('./introduction'),
  picture: Picture,
  usual: { players: 2, bots: ['casual'] },
  comparable: true,
  presets: [
    { id: 'plain', options: {} },
    { id: 'series', options: { games: 6 } },
    { id: 'jokerless', options: { joker: 'off' } },
  ],
  clauseNow,
  moveInWords,
  beat: longest(BEATS),
  tell,
  sounds: { scored: 'pencil' },
} satisfies GamePage<Wire>;

function clauseNow({ phase }: View, moves: readonly string[]): string {
  if (phase === 'begin') return 'K2';
  if (phase === 'over') return 'K13';
  const writing = moves.length > 0 && moves.every((move) => move.startsWith('score'));
  return writing ? 'K4' : 'K3';
}
