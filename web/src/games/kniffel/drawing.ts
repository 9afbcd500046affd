/** Numbers of the drawing; those of the rules come from the server. */

/** With more players than these, columns have little room on a phone. */
export const ROOMY = 4;
/** With more than these, the dice lie below the pad everywhere. */
export const MANY = 6;
/** So many names have room beside their marks on a phone. */
export const NAMED = 2;
export const LOG_LINES = 5;
