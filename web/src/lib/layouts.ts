/** Layouts of tables, each asked for once: what a board needs to draw, and what stays for a whole match. */

import { layout } from './api';
import type { Side } from './device.svelte';
import { OnceEach } from './onceEach';
import type * as wire from './wire';

const known = new OnceEach<wire.Layout>();

export function layoutOf(
  game: string,
  players: number,
  options: object,
  side?: Side,
): Promise<wire.Layout> {
  const key = JSON.stringify([game, players, options]);
  return known.get(key, () => layout(game, players, options, side));
}
