/** What comes up at a table, in a sentence: seen in its place, and said aloud. */

import { list } from '../lib/messages.svelte';
import type * as wire from '../lib/wire';
import { table as t } from '../messages';

/** What a player asks the others. */
export function question({ kind, by, seat }: wire.VoteInfo, names: readonly string[]): string {
  return t(`asks-${kind}`, {
    n: by.length,
    name: namesOf(by, names),
    other: names[seat ?? -1] ?? '',
  });
}

export function votes({ yes, of }: wire.VoteInfo): string {
  return t('votes', { n: yes, of });
}

/**
 * Whose turn it is; `own` is the one seat of the reader, who is “you” also while earlier moves are played back.
 * Where several choose at once, `acting` tells whether the reader can do so already.
 */
export function whoseTurn(
  seats: readonly number[],
  names: readonly string[],
  own: number | undefined,
  acting: boolean,
): string {
  const others = seats.filter((seat) => seat !== own);
  if (!others.length || (own !== undefined && acting)) return t('your-turn');
  return others.length > 1
    ? t('all-choose', { names: namesOf(others, names) })
    : t('turn-of', { name: namesOf(others, names) });
}

/** Who won; `own` is the one seat of the reader. */
export function result(
  { winners }: wire.OutcomeInfo,
  names: readonly string[],
  own: number | undefined,
): string {
  if (winners.length === names.length && names.length > 1) return t('drawn');
  const others = winners.filter((seat) => seat !== own);
  if (others.length === winners.length)
    return t('won', { n: others.length, names: namesOf(others, names) });
  return others.length ? t('you-won-with', { names: namesOf(others, names) }) : t('you-won');
}

/** A bot plays for seats of the reader; for all of them where `everybody`. */
export function standIn(
  seats: readonly number[],
  names: readonly string[],
  everybody: boolean,
): string {
  return everybody ? t('bot-plays') : t('bot-plays-for', { names: namesOf(seats, names) });
}

export function namesOf(seats: readonly number[], names: readonly string[]): string {
  return list(seats.map((seat) => names[seat] ?? ''));
}
