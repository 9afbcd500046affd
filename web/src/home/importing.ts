/** A record from a file: what is wrong with it, or where the game is afterwards. */

import { games, importRecord, Refused } from '../lib/api';
import { noteRecord } from '../lib/deviceGames';
import { recordedNames } from '../lib/naming';
import { sentenceAbout } from '../lib/refusals';
import type * as wire from '../lib/wire';
import { device as t } from '../messages';

/** Something is wrong with the file, in a sentence. */
class Unreadable extends Error {}

/** Keeps the game of a file on this device and returns the path to it. */
export async function imported(text: string): Promise<string> {
  const record = recordIn(text);
  const game = (await games()).find((known) => known.game === record.game);
  if (game && game.rules !== record.rules) throw new Unreadable(t('other-version'));
  const { match } = await importRecord(record);
  noteRecord({ match, game: record.game, names: recordedNames(record) });
  return `/r/${match}`;
}

function recordIn(text: string): wire.Record {
  try {
    const record = JSON.parse(text) as Partial<wire.Record> | null;
    if (record?.game && record.log && record.rules !== undefined) return record as wire.Record;
  } catch {
    // That is no record either.
  }
  throw new Unreadable(t('not-a-record'));
}

/** Why it could not be imported. */
export function importProblem(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  const unplayable = error instanceof Refused && error.code === 'bad-record';
  return unplayable ? t('not-a-record') : sentenceAbout(error);
}
