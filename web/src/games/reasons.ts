/** Why a move is good or bad, in words, from the facts that the server sends. */

import { locale, number, type Values } from '../lib/messages.svelte';
import type * as wire from '../lib/wire';

/** One fact as a half-sentence; empty where the game has no words for it. */
export function reasonOf(game: string, fact: wire.Fact, names: readonly string[]): string {
  const values: Values = {};
  for (const [key, value] of Object.entries(fact.values ?? {}))
    if (key === 'seat') values['name'] = names[Number(value)] ?? '';
    else values[key] = shown(game, key, value);
  return locale.find(`${game}/hints`, fact.name, values) ?? '';
}

/** Chances in percent, numbers with one decimal, and ids by their names within a sentence. */
function shown(game: string, key: string, value: number | string): number | string {
  if (typeof value === 'string') return locale.find(`${game}/moves`, value) ?? value;
  if (key === 'chance') return number(value, { style: 'percent', maximumFractionDigits: 0 });
  return Math.round(value * 10) / 10;
}
