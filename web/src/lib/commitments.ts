/** The seed that this device added to the dice of each game, and the commitment it was shown before.
 *
 * Stored here, where no server can change them afterwards, so that they can be compared later.
 */

import { hexOf } from './hex';
import { stored } from './storage';

/** The name is as old as the first games that were stored under it. */
const KEPT = 'stammtisch.promises';
const REMEMBERED = 50;

export interface Commitment {
  match: string;
  /** The hash of the server's secret, shown before our seed was sent. */
  commitment: string;
  seed: string;
}

const all = (): Commitment[] => stored(KEPT, []);

/** 32 random bytes in hexadecimal digits. */
function freshSeed(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(32)));
}

/** The commitment and seed of a game that this device played. */
export function commitmentOf(match: string): Commitment | undefined {
  return all().find((one) => one.match === match);
}

/** This device's seed for a game: made on first use, then always the same. */
export function seedFor(match: string, commitment: string): string {
  const known = commitmentOf(match);
  if (known) return known.seed;
  const fresh = { match, commitment, seed: freshSeed() };
  try {
    localStorage.setItem(KEPT, JSON.stringify([fresh, ...all()].slice(0, REMEMBERED)));
  } catch {
    // Storage may be full or forbidden; the game goes on without it.
  }
  return fresh.seed;
}
