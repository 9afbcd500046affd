/** Whose seat may be handed to a bot: that of somebody who is gone, or who keeps everybody waiting. */

import type { TableConnection } from '../lib/table.svelte';
import type * as wire from '../lib/wire';

/** Seconds for which a player of a rated game without a clock keeps a seat for certain. */
const RATED_WAIT = 120;

type Known = Pick<TableConnection, 'presence' | 'waits'>;

/** In a rated game the server's clock decides, or a long time of waiting where there is no clock. */
export function replaceable(
  { presence, waits }: Known,
  info: wire.TableUpdate,
  now = Date.now(),
): number[] {
  if (info.rated && info.clock) return [];
  return info.seats.flatMap((seat, number) => {
    if (seat.bot !== null || seat.stand_in || seat.yours) return [];
    const patience = info.rated ? Math.max(info.away, RATED_WAIT) : info.away;
    const gone = !info.rated && presence !== null && !presence.seats.includes(number);
    return gone || waits.of(number, now) >= patience ? [number] : [];
  });
}
