/** Ways to play that people know by name: some options, the others as usual. */

import { optionFields, same, type OptionValues } from './options';
import type { Game } from '../lib/api';

export interface Preset {
  id: string;
  options: OptionValues;
}

/** What a game is usually opened with; the first preset is the usual one. */
export interface Custom {
  players: number;
  /** The bots one plays against by a single tap. */
  rivals: string[];
  presets: Preset[];
}

const CUSTOMS: Record<string, Custom> = {
  zock: {
    players: 2,
    rivals: ['medium'],
    presets: [
      { id: 'basic', options: {} },
      { id: 'a', options: { variant: 'a' } },
      { id: 'b', options: { variant: 'b' } },
      { id: 'c', options: { variant: 'c' } },
      { id: 'match', options: { games: 5 } },
      { id: 'players', options: { referee: 'players' } },
    ],
  },
  kniffel: {
    players: 2,
    rivals: ['medium'],
    presets: [
      { id: 'plain', options: {} },
      { id: 'series', options: { games: 6 } },
      { id: 'jokerless', options: { joker: 'off' } },
    ],
  },
  zocknroll: {
    players: 4,
    rivals: ['medium', 'medium', 'medium'],
    presets: [
      { id: 'basic', options: {} },
      { id: 'profi', options: { variant: 'profi' } },
    ],
  },
  tock: {
    players: 4,
    rivals: ['medium', 'medium', 'medium'],
    presets: [
      { id: 'canadian', options: {} },
      { id: 'german', options: { board: 'dog', house_entry: 'over' } },
      {
        id: 'swiss',
        options: { board: 'dog', house_entry: 'twice', direction: 'counterclockwise' },
      },
    ],
  },
};

/** How the game is usually opened; one that is new here has no presets yet. */
export function custom(game: Game): Custom {
  return CUSTOMS[game.game] ?? { players: game.players[0] ?? 2, rivals: [], presets: [] };
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
  return custom(game).presets.find((preset) =>
    fields.every(({ name, usual }) => {
      const wished = preset.options[name] ?? usual;
      return (spelledOut && wished === undefined) || same(options[name] ?? usual, wished);
    }),
  );
}
