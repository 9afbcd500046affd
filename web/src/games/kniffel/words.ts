/** A position of Kniffel as text. */

import type { WordSection } from '../../parts/InWords.svelte';
import { list, number } from '../../lib/messages.svelte';
import type { Pencilled } from './boxes';
import { board as t } from './messages';
import { faces, type SentenceContext } from './sentences';
import type { BoxName, Tally, View } from './wire';

export interface Position {
  view: View;
  tally: Tally;
  /** All dice on the table, and those of them that are kept. */
  dice: string;
  kept: string;
  /** What the dice would bring in each box that can be written now. */
  pencilled: ReadonlyMap<BoxName, Pencilled>;
}

export function inWords(position: Position, context: SentenceContext): WordSection[] {
  const players = context.names.map((title, seat) => ({
    title,
    lines: sheetLines(position, seat, context),
  }));
  return [{ title: t('dice'), lines: diceLines(position) }, ...players];
}

function diceLines({ view, tally, dice, kept, pencilled }: Position): string[] {
  if (!dice) return [t('words-no-dice')];
  const lines = [t('words-dice', { dice: faces(dice) })];
  if (kept && kept !== '-') lines.push(t('words-kept', { dice: faces(kept) }));
  if (view.phase === 'choose') lines.push(t('throws-left', { n: tally.throws_left }));
  if (pencilled.size) lines.push(t('words-points', { boxes: points(pencilled) }));
  return lines;
}

function points(pencilled: Position['pencilled']): string {
  return list(
    [...pencilled].map(([box, offer]) =>
      t('words-box', { box: t(box), points: number(Number(offer.points)) }),
    ),
  );
}

function sheetLines(
  { view, tally }: Position,
  seat: number,
  { layout }: SentenceContext,
): string[] {
  const sheet = view.sheets[seat] ?? {};
  const boxes = layout.boxes.map(({ box }) => box);
  const open = boxes.filter((box) => sheet[box] === undefined).map((box) => t(box));
  const filled = boxes.flatMap((box) => {
    const written = sheet[box];
    return written === undefined ? [] : [t('words-box', { box: t(box), points: number(written) })];
  });
  return [
    open.length ? t('words-open', { boxes: list(open) }) : t('words-none-open'),
    ...(filled.length ? [t('words-filled', { boxes: list(filled) })] : []),
    upperLine(tally, seat),
    t('words-total', { n: tally.total[seat] ?? 0 }),
  ];
}

function upperLine(tally: Tally, seat: number): string {
  const bonus = tally.upper_bonuses[seat] ?? 0;
  if (bonus) return t('words-bonus', { n: bonus });
  return t('words-upper', {
    n: tally.upper[seat] ?? 0,
    goal: tally.upper_goal,
    bonus: tally.upper_bonus,
  });
}
