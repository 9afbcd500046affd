/** Whose seat may be handed to a bot: that of somebody who is gone, or who keeps everybody waiting. */

import type { TableConnection } from '../lib/table.svelte';
import type * as wire from '../lib/wire';

type Known = Pick<TableConnection, 'presence' | 'waits'>;

/** In a rated game it is not enough to be gone. */
export function replaceable(
  { presence, waits }: Known,
  info: wire.TableUpdate,
  now = Date.now(),
): number[] {
  const patience = info.handover_after;
  if (patience === null) return [];
  return info.seats.flatMap((seat, number) => {
    if (seat.bot !== null || seat.stand_in || seat.yours) return [];
    const gone = !info.rated && presence !== null && !presence.seats.includes(number);
    return gone || waits.of(number, now) >= patience ? [number] : [];
  });
}
