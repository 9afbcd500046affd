/** Layouts of tables, each asked for once: what a board needs to draw, and what stays for a whole match. */

import { layout } from './api';
import type { Side } from './device.svelte';
import type * as wire from './wire';

const asked = new Map<string, Promise<wire.Layout>>();

export function layoutOf(
  game: string,
  players: number,
  options: object,
  side?: Side,
): Promise<wire.Layout> {
  const key = JSON.stringify([game, players, options]);
  const known = asked.get(key);
  if (known) return known;
  const fresh = layout(game, players, options, side);
  fresh.catch(() => asked.delete(key));
  asked.set(key, fresh);
  return fresh;
}
