/** What explains a game, and the table that it is explained for. */

import { gamePage } from '../games';
import { games } from '../lib/api';
import { layoutOf } from '../lib/layouts';
import { withTexts } from '../lib/messages.svelte';
import { optionFields } from '../games/options';
import type { Introduction, Table } from './introduction';

export interface Explained {
  introduction: Introduction;
  table: Table;
}

/** The introduction to a game, for that table or as it is usually played; undefined where there is none. */
export async function explained(
  game: string,
  players?: number,
  options: Record<string, unknown> = {},
): Promise<Explained | undefined> {
  const { introduction, usual } = gamePage(game);
  if (!introduction) return undefined;
  const other = (changed: object) => layoutOf(game, players ?? usual?.players ?? 2, changed);
  const [loaded, layout, defaults] = await Promise.all([
    withTexts([`${game}/learn`], introduction),
    other(options),
    defaultsOf(game),
  ]);
  const table = { layout, options: { ...defaults, ...options }, other };
  return { introduction: loaded.default, table };
}

/** The options of a game that have a default. */
async function defaultsOf(id: string): Promise<Record<string, unknown>> {
  const game = (await games()).find((one) => one.game === id);
  const fields = game ? optionFields(game) : [];
  return Object.fromEntries(fields.map(({ name, usual }) => [name, usual]));
}
