/** ZOCK's position document, as far as it is drawn. */

export const COLOURS = ['red', 'blue', 'yellow', 'green'] as const;
export type Colour = (typeof COLOURS)[number];
export type Chips = Record<Colour, number>;

export interface Handed {
  dice: string;
  open: number[];
  covered: number[];
}

export interface ZockView {
  phase: 'begin' | 'throw' | 'move' | 'objection' | 'over';
  turn: number | null;
  options: { games: number; chip_values: Chips };
  open: number[][];
  dice?: string;
  began?: (string | null)[];
  handed?: Handed[];
  chips?: Chips[];
  match_game?: number;
}

/** What chips are worth together. */
export function worthOf(chips: Chips, values: Chips): number {
  return COLOURS.reduce((sum, colour) => sum + chips[colour] * values[colour], 0);
}

/** The fields of a listed move; `none`, `object` and `throw` have none. */
export function fieldsOf(move: string): number[] {
  return /^\d(\+\d)*$/.test(move) ? move.split('+').map(Number) : [];
}

/** Fields as the moves list them. */
export function coverOf(fields: Iterable<number>): string {
  return [...fields].sort((one, other) => one - other).join('+');
}

/** What was paid, from `+2 red -1 blue`: chips that went over, and change that came back. */
export function payment(detail: string): { paid: [Colour, number][]; change: [Colour, number][] } {
  const moved = [...detail.matchAll(/([+-]\d+) (\w+)/g)].map(
    ([, number, colour]) => [colour as Colour, Number(number)] as [Colour, number],
  );
  return {
    paid: moved.filter(([, number]) => number > 0),
    change: moved.filter(([, number]) => number < 0).map(([colour, number]) => [colour, -number]),
  };
}
