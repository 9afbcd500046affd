/** Everything the page knows about Zock'n'Roll. */

import type { GamePage } from '../contract';
import { board as t } from './messages';
import { moveInWords } from './moves';
import Picture from './Picture.svelte';
import type { Options, Wire } from './wire';

export default {
  board: () => import('./Board.svelte'),
  guide: () => import('./guide'),
  picture: Picture,
  usual: { players: 4, bots: ['medium', 'medium', 'medium'] },
  comparable: true,
  presets: [
    { id: 'basic', options: {} },
    { id: 'profi', options: { variant: 'profi' } },
  ],
  moveInWords,
  sounds: { white: 'dice', crossed: 'pencil' },
  chanceEvents: ['threw', 'white', 'starts'],
  tableRolls: (view) => t(view.starter == null ? 'lot' : 'under-cups'),
  optionClauses: { 'variant=basic': 'R9', 'variant=profi': 'R12' },
  optionsEditor: {
    options: ['points', 'order'],
    load: () => import('./TableauEditor.svelte'),
  },
  afterChange: withoutStaleOrder,
} satisfies GamePage<Wire>;

/** An order of rows belongs to the variant it was made for. */
function withoutStaleOrder(options: Options, changed: string): Options {
  if (changed !== 'variant') return options;
  const { order: _, ...others } = options;
  return others;
}
