/** Numbers of the drawing; those of the rules come from the server. */

/** With more players than these, columns have little room. */
export const ROOMY = 4;
/** How many names have room beside their marks on a phone. */
export const NAMED = 2;
