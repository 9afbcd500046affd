/** The stones of a position, and who plays with whom. */

import type { Layout, View } from './wire';

/** A field of the track, a cell of the house such as `h1`, `c` the centre, `-` the reserve. */
export type Place = string;
/** `5H`, `X` the joker, `?` a card that the viewer may not know. */
export type CardText = string;

export const JOKER = 'X';
export const HIDDEN = '?';

export interface Stone {
  /** Seat and letter, `0a`. */
  id: string;
  seat: number;
  place: Place;
  protected: boolean;
  /** It has touched its gate, on the dog board its start twice. */
  marked: boolean;
}

const known = new Map<string, Stone>();

/** The same stone at the same place is the same object, so that only what changed is drawn again. */
function stone(seat: number, letter: string, text: string): Stone {
  const key = `${seat}${letter}${text}`;
  const found = known.get(key) ?? {
    id: `${seat}${letter}`,
    seat,
    place: text.replace(/[!*].*$/, ''),
    protected: text.includes('!'),
    marked: text.includes('*'),
  };
  known.set(key, found);
  return found;
}

export function stonesOf(view: View, { stones }: Layout): Stone[] {
  return view.stones.flatMap((row, seat) =>
    row.map((text, number) => stone(seat, stones[number] ?? '', text)),
  );
}

export function inTeams({ teams }: Layout): boolean {
  return teams.some((team) => team.length > 1);
}

/** The seats that play together with this one, itself included. */
export function teamOf({ teams }: Layout, seat: number): number[] {
  return teams.find((team) => team.includes(seat)) ?? [seat];
}
