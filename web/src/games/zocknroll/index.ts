/** Everything the page knows about Zock'n'Roll. */

import { longest } from '../../lib/beats';
import { withTexts } from '../../lib/messages.svelte';
import type { GamePage } from '../contract';
import { board as t } from './messages';
import { moveInWords } from './moves';
import Picture from './Picture.svelte';
import { tell } from './sentences';
import type { Options, View, Wire } from './wire';

/** How long each event is shown, in milliseconds. */
const BEATS = {
  starts: 700,
  threw: 1150,
  white: 1060,
  stayed: 500,
  left: 1100,
  highest: 1800,
  crossed: 1000,
  won: 1000,
};

export default {
  board: () => import('./Board.svelte'),
  guide: () => import('./guide'),
  introduction: () => import('./introduction'),
  picture: Picture,
  usual: { players: 4, bots: ['casual', 'casual', 'casual'] },
  comparable: true,
  presets: [
    { id: 'basic', options: {} },
    { id: 'profi', options: { variant: 'profi' } },
  ],
  clauseNow,
  moveInWords,
  beat: longest(BEATS),
  tell,
  sounds: { white: 'dice', crossed: 'pencil' },
  chanceEvents: ['threw', 'white', 'starts'],
  doneByNobody: ['threw'],
  tableRolls: (view) => t(view.starter == null ? 'lot' : 'under-cups'),
  optionClauses: { 'variant=basic': 'R9', 'variant=profi': 'R12' },
  optionsEditor: {
    options: ['points', 'order'],
    load: () => withTexts(['newTable'], () => import('./TableauEditor.svelte')),
  },
  afterChange: withoutStaleOrder,
} satisfies GamePage<Wire>;

/** An order of rows belongs to the variant it was made for. */
function withoutStaleOrder(options: Options, changed: string): Options {
  if (changed !== 'variant') return options;
  const { order: _, ...others } = options;
  return others;
}

function clauseNow({ phase, winners }: View): string {
  switch (phase) {
    case 'decide':
      return 'R4';
    case 'mark':
      return (winners?.length ?? 0) > 1 ? 'R7' : 'R6';
    case 'over':
      return 'R11';
    default:
      return 'R3';
  }
}
