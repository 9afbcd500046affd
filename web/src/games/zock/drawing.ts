/** Numbers of the drawing; those of the rules come from the server. */

/** More combinations than these as buttons would be no help. */
export const OFFERS_AT_MOST = 12;
/** How long chips fly from one player to the other, in milliseconds. */
export const CHIP_FLIGHT = 700;
/** How long a game that has just been won is shown before the next one, in milliseconds. */
export const WON_GAME_SHOWN = 1600;
