/** A position of ZOCK as text. */

import { list } from '../../lib/messages.svelte';
import type { WordSection } from '../../parts/InWords.svelte';
import { board as t } from './messages';
import { fieldsOf } from './notation';
import { row, type SentenceContext } from './sentences';
import type { Tally, View } from './wire';

export interface Position {
  view: View;
  tally: Tally;
  /** The dice in the box. */
  dice: readonly number[];
  moves: readonly string[];
}

export function inWords(
  { view, tally, dice, moves }: Position,
  context: SentenceContext,
): WordSection[] {
  const covers = moves.map(fieldsOf).filter(({ length }) => length);
  const table = [
    dice.length ? t('words-dice', { dice: row(dice) }) : t('words-no-dice'),
    ...(covers.length ? [t('words-offers', { ways: covers.map(row).join('; ') })] : []),
  ];
  const players = context.names.map((title, seat) => ({
    title,
    lines: [
      ...fieldLines(view.open[seat] ?? [], context),
      ...chipLines(view, tally, seat, context),
    ],
  }));
  return [{ title: t('dice'), lines: table }, ...players];
}

function fieldLines(open: readonly number[], { layout }: SentenceContext): string[] {
  const covered = layout.fields.filter((field) => !open.includes(field));
  return [
    open.length ? t('words-open', { fields: row(open) }) : t('words-none-open'),
    ...(covered.length && open.length ? [t('words-covered', { fields: row(covered) })] : []),
  ];
}

function chipLines(view: View, tally: Tally, seat: number, { layout }: SentenceContext): string[] {
  const chips = view.chips?.[seat];
  if (!chips) return [];
  const stacks = layout.colours.map((colour) =>
    t('chips', {
      n: chips[colour],
      colour: t(colour),
      value: view.options.chip_values[colour],
    }),
  );
  return [t('words-chips', { chips: list(stacks), n: tally.worth?.[seat] ?? 0 })];
}
