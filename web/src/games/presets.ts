/** How a game is usually opened, and the ways to play it that have a name. */

import { gamePage } from './index';
import type { Preset } from './contract';
import type { Game } from '../lib/api';
import { optionFields, same, type OptionValues } from './options';

/** The bots that are offered first, where a game has them: newcomers can beat these. */
const FOR_NEWCOMERS = ['casual', 'easy'];

export function usualBot(game: Game): string {
  return FOR_NEWCOMERS.find((bot) => game.bots.includes(bot)) ?? game.bots[0] ?? 'random';
}

/** How many usually play, and the bots you play against where you start with one tap. */
export function usualGame(game: Game): { players: number; bots: string[] } {
  const players = game.players.find((number) => number > 1) ?? 1;
  const bots = Array<string>(players - 1).fill(usualBot(game));
  return gamePage(game.game).usual ?? { players, bots };
}

export function presetsOf(game: string): Preset[] {
  return gamePage(game).presets ?? [];
}

/**
 * The preset that these options are. A table spells out every option, also where the usual value
 * depends on the others; there only what the preset itself names can be compared.
 */
export function presetOf(
  game: Game,
  options: OptionValues,
  spelledOut = false,
): Preset | undefined {
  const fields = optionFields(game);
  return presetsOf(game.game).find((preset) => {
    const chosen: OptionValues = { ...preset.options };
    return fields.every(({ name, usual }) => {
      const wanted = chosen[name] ?? usual;
      return (spelledOut && wanted === undefined) || same(options[name] ?? usual, wanted);
    });
  });
}

/** Whether every option has its default, as far as that does not depend on the others. */
export function isUsual(game: Game, options: OptionValues): boolean {
  return optionFields(game).every(
    ({ name, usual }) => usual === undefined || same(options[name] ?? usual, usual),
  );
}
