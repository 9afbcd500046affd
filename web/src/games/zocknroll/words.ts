/** A position of Zock'n'Roll as text. */

import { list } from '../../lib/messages.svelte';
import { notated } from '../../parts/dice';
import type { WordSection } from '../../parts/InWords.svelte';
import { board as t } from './messages';
import type { Scene } from './scene';
import { diceSaid, rowName } from './sentences';
import { aroundFrom, whiteDiceIn, type Offer } from './tableau';
import type { Tally } from './wire';

export interface Position {
  scene: Scene;
  points: Tally['points'];
  /** The move to stay is offered. */
  stay: boolean;
  offers: readonly Offer[];
  names: readonly string[];
  seat: number | null;
}

export function inWords(position: Position): WordSection[] {
  const { scene, names, seat } = position;
  const players = aroundFrom(seat ?? 0, names.length).map((one) => ({
    title: names[one] ?? '',
    lines: rowLines(position, one),
  }));
  const choice = choices(position);
  return [
    { title: t('words-now'), lines: scene.round === null ? [] : handLines(position) },
    ...(choice.length ? [{ title: t('words-choice'), lines: choice }] : []),
    ...players,
  ].filter(({ lines }) => lines.length);
}

function handLines({ scene, names, seat }: Position): string[] {
  const { layout, round, white, places } = scene;
  const own = seat === null ? null : places[seat]?.dice;
  const still = (left: boolean): string =>
    list(names.filter((_, one) => (places[one]?.left != null) === left));
  const left = whiteDiceIn(layout, layout.white_dice.length) - white.length;
  return [
    t('rounds', { n: round ?? 1, of: layout.white_dice.length }),
    own ? t('words-cup', { dice: diceSaid(notated(own.map((die) => die.face))) }) : '',
    white.length
      ? t('words-white', { dice: diceSaid(notated(white.map((die) => die.face))) })
      : t('white-none'),
    left ? t('words-to-come', { n: left }) : t('words-none-to-come'),
    t('words-in', { names: still(false) }),
    still(true) && t('words-out', { names: still(true) }),
  ].filter(Boolean);
}

function choices({ stay, offers }: Position): string[] {
  const marks = offers.map(({ row, points }) => {
    const what = row === null ? t(stay ? 'leave-nothing' : 'mark-nothing') : rowName(row);
    const worth = points === null ? what : `${what}, ${t('points', { n: points })}`;
    return stay ? `${t('leave')}: ${worth}` : worth;
  });
  return stay ? [t('words-stay'), ...marks] : marks;
}

/** Rows with marks, those that are still empty, and the sum. */
function rowLines({ scene, points }: Position, seat: number): string[] {
  const { layout, scores } = scene;
  const marks = scene.marks[seat] ?? {};
  const worth = (n: number): string => t('points', { n });
  const begun = layout.rows.filter(({ row }) => marks[row]);
  const free = layout.rows.filter(({ row }) => !marks[row]).map(({ row }) => rowName(row));
  return [
    ...begun.map(({ row, points: printed }) =>
      t('words-row', {
        row: rowName(row),
        n: marks[row] ?? 0,
        of: layout.marks_per_row,
        points: worth(points[row] ?? printed),
      }),
    ),
    free.length ? t('words-free', { rows: list(free) }) : '',
    t('words-total', { points: worth(scores[seat] ?? 0) }),
  ].filter(Boolean);
}
