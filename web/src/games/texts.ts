/** Texts that any game may have, found by the game's id; what is missing is shown in notation. */

import { locale } from '../lib/messages.svelte';

/** The name of a game. */
export function titleOf(game: string): string {
  return locale.find(`${game}/about`, 'title') ?? game.charAt(0).toUpperCase() + game.slice(1);
}

/** One sentence about a game. */
export function aboutOf(game: string): string {
  return locale.find(`${game}/about`, 'about') ?? '';
}

/** A sentence or two for the list of rules. */
export function rulesAbout(game: string): string {
  return locale.find(`${game}/about`, 'rules') ?? '';
}

/** Who you play with after a single tap. */
export function playNowWith(game: string): string {
  return locale.find(`${game}/about`, 'play-now-with') ?? '';
}

/** How a game ended, by the server's reason. */
export function endingOf(game: string, reason: string): string {
  return locale.find(`${game}/endings`, reason) ?? '';
}

/** What a player has at the end, where it is not points. */
export function scoreOf(game: string, n: number): string | undefined {
  return locale.find(`${game}/endings`, 'score', { n });
}

/** The text of an option (`option`), of a value (`option=value`) or help on them (`….help`). */
export function optionText(game: string, key: string, otherwise: string): string {
  return locale.find(`${game}/options`, key) ?? otherwise;
}

/** The name of one part of an option, such as the row that has points. */
export function optionPart(game: string, option: string, part: string): string {
  return (
    locale.find(`${game}/options`, `${option}.${part}`) ?? locale.find(`${game}/rows`, part) ?? part
  );
}

/** The values of an option in the order of their texts; the schema sorts them alphabetically. */
export function inOrder(game: string, option: string, values: readonly string[]): string[] {
  const known = locale.keys(`${game}/options`);
  const place = (value: string) => known.indexOf(`${option}=${value}`);
  return [...values].sort((one, other) => place(one) - place(other));
}

/** The name of a preset, or its id if it has none. */
export function presetTitle(game: string, id: string): string {
  return locale.find(`${game}/presets`, id) ?? id;
}

/** What a preset is about; may be empty. */
export function presetHelp(game: string, id: string): string {
  return locale.find(`${game}/presets`, `${id}-help`) ?? '';
}
