/** How strong the bots are that somebody plays against; it is remembered on this device. */

import type { Game } from '../lib/api';
import { prefs } from '../lib/prefs.svelte';
import type * as wire from '../lib/wire';
import { usualBot } from './presets';

/** The level that was chosen last for this game, or the usual one. */
export function levelOf(game: Game): string {
  return game.bots.find((bot) => bot === prefs.levels[game.game]) ?? usualBot(game);
}

/** The level of the strongest bot on these seats; undefined where there is none. */
export function strongestOf(game: Game, seats: readonly wire.SeatInfo[]): string | undefined {
  return game.bots.filter((level) => seats.some(({ bot }) => bot === level)).at(-1);
}

/** The next stronger level of this game; undefined for the strongest. */
export function strongerThan(game: Game, level: string): string | undefined {
  const at = game.bots.indexOf(level);
  return at < 0 ? undefined : game.bots[at + 1];
}
