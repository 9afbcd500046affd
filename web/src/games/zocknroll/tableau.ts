/** The rows of the tableau and the marks in them, and how many dice are rolled. */

import type { Layout, RowName, View } from './wire';

/** The marks of one player by row. */
export type Marks = View['crosses'][number];

/** The dice under a cup that this viewer may not look under. */
export const HIDDEN = '?';

/** The row of that name; undefined where this tableau has none. */
export function rowNamed({ rows }: Layout, name: string | undefined): RowName | undefined {
  return rows.find(({ row }) => row === name)?.row;
}

export function isCombination({ rows }: Layout, name: RowName): boolean {
  return rows.some(({ row, kind }) => row === name && kind === 'combination');
}

/** How many white dice are on the table from that round on, the first being 1. */
export function whiteDiceIn({ white_dice: dice }: Layout, round: number): number {
  return dice.slice(0, round).reduce((sum, number) => sum + number, 0);
}

/** The round in which so many white dice are on the table. */
export function roundWith(layout: Layout, dice: number): number {
  return layout.white_dice.findIndex((_, index) => whiteDiceIn(layout, index + 1) >= dice) + 1;
}

/** How many white dice are rolled next. */
export function whiteToRoll(view: View, { white_dice: dice }: Layout): number {
  return dice[(view.round ?? 1) - 1] ?? 0;
}

/** The seats clockwise from the near one, so that the next player sits to the left. */
export function aroundFrom(near: number, players: number): number[] {
  return Array.from({ length: players }, (_, step) => (near + step) % players);
}

/** A listed move that marks a row, or none: `leave pair`, `mark -`. */
export interface Offer {
  move: string;
  row: RowName | null;
  points: number | null;
}

/** The marks that the listed moves offer, best first as they are listed. */
export function offersIn(
  moves: readonly string[],
  labels: readonly string[],
  layout: Layout,
): Offer[] {
  return moves.flatMap((move, index) => {
    const name = /^(?:leave|mark) (\S+)$/.exec(move)?.[1];
    if (name === undefined) return [];
    const label = labels[index];
    return [{ move, row: rowNamed(layout, name) ?? null, points: label ? Number(label) : null }];
  });
}

/** Rows that are full: the last mark in one announces the end. */
export function fullRows(
  marks: readonly Marks[],
  layout: Layout,
): { seat: number; row: RowName }[] {
  return marks.flatMap((rows, seat) =>
    layout.rows
      .filter(({ row }) => (rows[row] ?? 0) >= layout.marks_per_row)
      .map(({ row }) => ({ seat, row })),
  );
}
