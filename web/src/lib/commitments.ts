/** What this device put into the dice of each game, and what had been promised to it before.
 *
 * Kept here, where no server can change it afterwards: who checks a game can compare.
 */

const KEPT = 'stammtisch.promises';
const REMEMBERED = 50;

export interface Commitment {
  match: string;
  /** The hash of the server's secret, told before our seed was given. */
  commitment: string;
  seed: string;
}

function all(): Commitment[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '[]') as Commitment[];
  } catch {
    return [];
  }
}

/** 32 random bytes in hexadecimal digits. */
function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What was promised for a game, if this device was there. */
export function commitmentOf(match: string): Commitment | undefined {
  return all().find((promise) => promise.match === match);
}

/** This device's seed for a game: always the same one, made when it is first asked for. */
export function seedFor(match: string, commitment: string): string {
  const known = commitmentOf(match);
  if (known) return known.seed;
  const promise = { match, commitment, seed: freshSeed() };
  try {
    localStorage.setItem(KEPT, JSON.stringify([promise, ...all()].slice(0, REMEMBERED)));
  } catch {
    // Storage may be full or forbidden; the game goes on without the memory.
  }
  return promise.seed;
}
