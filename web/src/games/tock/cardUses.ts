/** What the cards do at a table, in words: the server says which can do what, the clauses say how. */

import { either, number } from '../../lib/messages.svelte';
import { chart as t } from './messages';
import { inTeams, type CardText } from './stones';
import { capital, rankName } from './cards';
import type { Layout, Options, RankLayout } from './wire';

export interface Use {
  text: string;
  clause: string;
}

/** Cards that do the same, and what that is. */
export interface ChartRow {
  ranks: string[];
  uses: Use[];
}

const CLAUSES = {
  'any-rank': 'T13',
  center: 'T35',
  draw: 'T19',
  enter: 'T17',
  split: 'T20',
  swap: 'T24',
} as const satisfies Record<RankLayout['actions'][number], string>;

/** The cards of a table in the order of the pack; those that only go as far as they say are one row. */
export function chartOf(layout: Layout, options: Options): ChartRow[] {
  const numbers = layout.ranks.filter(isNumber);
  const rows = layout.ranks
    .filter((rank) => !isNumber(rank))
    .map((rank) => ({ ranks: [rank.rank], uses: usesOf(rank, layout, options) }));
  const plain = { text: t('forward-number'), clause: 'T13' };
  return numbers.length
    ? [...rows, { ranks: numbers.map(({ rank }) => rank), uses: [plain] }]
    : rows;
}

/** Everything that a card of that rank can do. */
export function usesOf(rank: RankLayout, layout: Layout, options: Options): Use[] {
  if (rank.actions.includes('any-rank')) return jokerUses(options);
  const uses: Use[] = [];
  if (rank.forward.length)
    uses.push({ text: t('forward', { steps: said(rank.forward) }), clause: 'T13' });
  if (rank.backward.length)
    uses.push({ text: t('backward', { steps: said(rank.backward) }), clause: 'T25' });
  for (const action of rank.actions)
    uses.push({
      text: action === 'split' ? splitting(layout, options) : t(action),
      clause: CLAUSES[action],
    });
  return uses;
}

/** What a card does, in a line. */
export function cardHelp(card: CardText, layout: Layout, options: Options): string {
  const rank = layout.ranks.find((one) => one.rank === card[0]);
  if (!rank) return '';
  return t('help', {
    uses: capital(
      usesOf(rank, layout, options)
        .map(({ text }) => text)
        .join(', '),
    ),
  });
}

/** A joker does whatever the card does that it stands for. */
function jokerUses({ no_joker_finish: limited }: Options): Use[] {
  const any = { text: t('any-rank'), clause: CLAUSES['any-rank'] };
  return limited ? [any, { text: t('not-last'), clause: 'T33' }] : [any];
}

function splitting(layout: Layout, options: Options): string {
  if (!inTeams(layout)) return t('split-any');
  return t(options.canadian_seven ? 'split-team' : 'split-own');
}

function said(steps: readonly number[]): string {
  return either(steps.map((step) => number(step)));
}

/** It goes as many steps as it says, and does nothing else. */
function isNumber({ rank, forward, backward, actions }: RankLayout): boolean {
  const [steps] = forward;
  return !backward.length && !actions.length && String(steps) === rankName(rank);
}
