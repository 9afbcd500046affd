/** Zock'n'Roll's position document and its moves, as far as they are drawn. */

export type Phase = 'own' | 'white' | 'decide' | 'mark' | 'over';
export type Status = 'in' | 'left1' | 'left2';
export type Crosses = Record<string, number>;

export interface ZockNRollView {
  phase: Phase;
  turn: number | null;
  options: { variant: 'basic' | 'profi'; order: string[] };
  starter?: number | null;
  crosses: Crosses[];
  round?: number;
  white?: string;
  own?: string[];
  status?: Status[];
  winners?: number[];
  marked?: number[];
}

export interface ZockNRollTally {
  points: Record<string, number>;
  scores: number[];
}

/** A cup that this viewer may not look under. */
export const SHUT = '?';
/** The boxes of a row on the tableau, and so its most crosses (R11). */
export const BOXES = 6;
const FURTHER_ROWS = ['won-third', 'left-first'];
export const LAST_ROUND = 3;
const WHITE_DICE = 5;
export const FIRST_WHITE_DICE = 3;

/** The rows of the tableau as they are printed: combinations best first, then the two others. */
export function rowsOf(view: ZockNRollView): string[] {
  return [...view.options.order, ...FURTHER_ROWS];
}

/** How many white dice are to be thrown next, and how many are still to come in this pass. */
export function whiteToThrow(view: ZockNRollView): number {
  return view.white ? 1 : FIRST_WHITE_DICE;
}

export function whiteToCome(lying: number): number {
  return WHITE_DICE - lying;
}

/** How many dice everybody has under the cup. */
export function ownDice(view: ZockNRollView): number {
  return view.options.variant === 'profi' ? 3 : 2;
}

/** The seats around the table as the near one sees them: clockwise, so that the next sits to the left. */
export function aroundFrom(near: number, players: number): number[] {
  return Array.from({ length: players }, (_, step) => (near + step) % players);
}

/** A listed move that crosses a row, or none: `leave pair`, `mark -`. */
export interface Cross {
  move: string;
  row: string | null;
  points: number | null;
}

/** The crosses that the listed moves offer, best first as they are listed. */
export function crossesIn(moves: readonly string[], labels: readonly string[] = []): Cross[] {
  return moves.flatMap((move, index) => {
    const row = /^(?:leave|mark) (\S+)$/.exec(move)?.[1];
    if (row === undefined) return [];
    const label = labels[index];
    return [{ move, row: row === '-' ? null : row, points: label ? Number(label) : null }];
  });
}

/** Rows that are full: the sixth cross announces the end. */
export function fullRows(crosses: readonly Crosses[]): { seat: number; row: string }[] {
  return crosses.flatMap((rows, seat) =>
    Object.entries(rows)
      .filter(([, number]) => number >= BOXES)
      .map(([row]) => ({ seat, row })),
  );
}
