/** The games in the order in which the home page offers them. */
export const GAMES = ['zock', 'kniffel', 'zocknroll', 'tock'] as const;
export type GameId = (typeof GAMES)[number];
