/** ZOCK's notation: fields of a move, and chips that were paid. */

import type { ChipCount, Layout } from './wire';

export type Colour = keyof ChipCount;

/** The fields of a listed move; `none`, `object` and `throw` have none. */
export function fieldsOf(move: string): number[] {
  return /^\d(\+\d)*$/.test(move) ? move.split('+').map(Number) : [];
}

/** Fields as the moves list them. */
export function coverOf(fields: Iterable<number>): string {
  return [...fields].sort((one, other) => one - other).join('+');
}

type Chips = [Colour, number][];

/** What was paid, from `+2 red -1 blue`: chips that went over, and change that came back. */
export function payment(
  detail: string,
  colours: Layout['colours'],
): { paid: Chips; change: Chips } {
  const moved = [...detail.matchAll(/([+-]\d+) (\w+)/g)].flatMap(([, number, name]): Chips => {
    const colour = colours.find((known) => known === name);
    return colour ? [[colour, Number(number)]] : [];
  });
  return {
    paid: moved.filter(([, number]) => number > 0),
    change: moved.filter(([, number]) => number < 0).map(([colour, number]) => [colour, -number]),
  };
}
