/** Numbers of the drawing; those of the rules come from the server. */

/** Angles of so many others, clockwise from the bottom, that leave the middle to the dice. */
export const ANGLES: Record<number, number[]> = {
  1: [180],
  2: [138, 222],
  3: [134, 180, 226],
  4: [46, 136, 224, 314],
  5: [46, 126, 180, 234, 314],
};
/** More of them sit all along the edge, beginning beside the player at the bottom. */
export const FIRST_ANGLE = 53;
export const LAST_ANGLE = 360 - FIRST_ANGLE;
/** The edge is measured at so many points. */
export const SAMPLES = 240;

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** How wide a cup is, in parts of the table: the more people, the smaller. */
const CUPS = [0.2, 0.2, 0.2, 0.2, 0.19, 0.17, 0.155, 0.14, 0.125, 0.12, 0.12, 0.115];
const SMALLEST_CUP = 0.115;
const OWN_CUP = 0.28;
const OWN_CUP_IN_A_CROWD = 0.25;
/** With more people than these at the table there is less room for each. */
const COMPANY = 4;
const CROWD = 7;
/** Letters that can still be read, in pixels. */
const SMALLEST_TEXT = 12;
/** On a table narrower than this, in pixels, there is one line for what somebody did. */
const NARROW = 340;
/** On a table lower than this, in pixels, the white dice and the round share a line. */
const LOW = 190;
/** On a table that is wider than this for its height, everything is as large as on a narrower one. */
const FLATTEST = 1;
/** The width of the table in pixels, until it has been measured. */
export const TABLE_WIDTH = 370;

/** The measures of a table of that size in pixels, with so many people around it. */
export function measures(wide: number, tall: number, players: number) {
  const width = Math.min(wide, tall * FLATTEST);
  const crowded = players > CROWD;
  const company = players > COMPANY;
  const cup = Math.round(width * (CUPS[players - 1] ?? SMALLEST_CUP));
  const own = Math.round(width * (crowded ? OWN_CUP_IN_A_CROWD : OWN_CUP));
  const text = Math.round(Math.max(SMALLEST_TEXT, width * (crowded ? 0.018 : 0.024)));
  return {
    crowded,
    company,
    brief: crowded || width < NARROW,
    low: tall < LOW,
    cup,
    own,
    text,
    lifted: Math.round(own * 0.62),
    white: Math.round(width * (company ? 0.098 : 0.108)),
    place: Math.max(cup * 1.4, Math.min(text * 5.8, wide * (company ? 0.19 : 0.24))),
    high: cup * 1.04 + text * 3.9,
  };
}

/** Three dice under a cup are drawn smaller than two. */
export function manyDice(dice: number): boolean {
  return dice > 2;
}

/** The size of a die in pixels, under your own cup and beside a lifted one. */
export function dieInCup(cup: number, dice: number): number {
  return Math.round(cup * (manyDice(dice) ? 0.235 : 0.27));
}

export function dieBesideCup(cup: number, dice: number): number {
  return Math.round(cup * (manyDice(dice) ? 0.36 : 0.42));
}

/** A cup that is shaken. */
export const SHAKE = {
  frames: [0, -7, 6, -5, 4, 0].map((degrees) => ({
    transform: `translateY(${degrees ? -5 : 0}%) rotate(${degrees}deg)`,
  })),
  timing: { duration: 420, easing: 'ease-in-out' },
};

/** The side of a box on the tableau, in its own units. */
export const BOX = 12;
/** With more others than these, a figure says more than marks too small to count. */
export const MARKS_FOR = 5;
/** How many others have their names above the tableau. */
export const NAMES_FOR = { seated: 3, watching: 5 };
