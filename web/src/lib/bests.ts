/** The best score of this device in each game, as it is played: with the same options and so many players. */

import { stored } from './storage';
import type * as wire from './wire';

interface Best {
  score: number;
  /** The match in which it was reached. */
  match: string;
  /** What was the best before. */
  before: number | null;
}

const STORED = 'stammtisch.bests';

/** What has to be the same for scores to be compared. */
function kindOf({ game, options, seats }: wire.TableUpdate): string {
  const agreed = Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([game, seats.length, agreed]);
}

/**
 * Remembers the score of a finished match. Returns what it has beaten, or null if it is not the best
 * or there was none to beat. The same match can be asked about again.
 */
export function beaten(info: wire.TableUpdate, score: number): number | null {
  const bests = stored<Record<string, Best>>(STORED, {});
  const kind = kindOf(info);
  const best = bests[kind];
  if (best?.match === info.match) return best.before;
  if (score <= (best?.score ?? 0)) return null; // nothing is no score to be beaten
  const now: Best = { score, match: info.match, before: best?.score ?? null };
  localStorage.setItem(STORED, JSON.stringify({ ...bests, [kind]: now }));
  return now.before;
}
