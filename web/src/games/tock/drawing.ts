/** Numbers of the drawing; those of the rules come from the server. */

/** A board with this many arms is drawn as a square, any other as a circle. */
export const SQUARE_ARMS = 4;
/** How wide a stone is, in distances between fields. */
export const STONE = 0.88;
/** How wide the button around it is, so that a finger finds it. */
export const TOUCH = 1.9;
/** How many cards of the discard pile are seen. */
export const PILE_SHOWN = 3;
/** How many steps are shown as movement. */
export const STEPS_IN_MOTION = 8;
/** The time of movements in milliseconds: a whole step at most, a field, a jump. */
export const LONGEST_STEP = 600;
export const PER_FIELD = 45;
export const FLIGHT = 200;
/** How far the ways of a swap bow out, in parts of their length. */
export const BOW = 5;

/** A number from 0 to 1 in percent. */
export function percent(part: number): number {
  return part * 100;
}

/** How the card at that depth of the pile is turned, in degrees: no two lie alike. */
export function pileTurn(depth: number): number {
  return ((depth * 37) % 23) - 11;
}

/** Pictures of the rules show the arm of a player: so many fields wide and deep. */
export const ARM_PICTURE = { wide: 15, high: 10 };
/** Fields of the pictures, counted from the start or the gate of the player. */
export const PICTURED = { walker: 2, hitter: 1, homeward: -2 };
/** Cards of the pictures. */
export const PICTURED_CARDS = { walk: '5H', enter: 'KS', hit: '4D', house: '5C' };
/** The shapes of the seats in a text, as `parts/SeatMark.svelte` draws them. */
const SHAPES = ['●', '■', '▲', '◆', '★', '⬢', '✚', '♥'];

export function shapeOf(seat: number): string {
  return SHAPES[seat] ?? '';
}

/** Whether a field has its number written on it: on boards with many arms there is room for some only. */
export function labelled(field: number, arms: number): boolean {
  return arms <= SQUARE_ARMS || field % 3 === 0;
}
/** How far names are beside their places in pictures, in distances between fields. */
export const BESIDE = {
  reserve: 3.4,
  start: 1.4,
  above: 2.4,
  house: 1.5,
  gate: 5.2,
  both: 4.6,
  below: 0.1,
  line: 0.45,
};

/** Letters of a card's help; a longer one alone fills what a small phone has left below the hand. */
export const LONG_HELP = 60;
