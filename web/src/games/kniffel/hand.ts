/** The dice of a turn as the events of the game move them: rolled, kept one by one, rolled again. */

import type * as wire from '../../lib/wire';
import { chosen, facesOf, fallen, type TrayDie } from '../../parts/dice';

export interface Hand {
  readonly dice: readonly TrayDie[];
  /** The ids of the dice that are kept. */
  readonly kept: ReadonlySet<number>;
}

export const NO_DICE: Hand = { dice: [], kept: new Set() };

/** The same dice, none of them kept. */
export function released({ dice }: Hand): Hand {
  return { dice, kept: NO_DICE.kept };
}

/** The dice after an event. */
export function heard(hand: Hand, { event, detail = '' }: wire.EventInfo): Hand {
  if (event === 'kept') return keeping(hand, detail === '-' ? [] : facesOf(detail));
  if (event === 'threw') return rolled(hand, facesOf(detail));
  return event === 'scored' ? released(hand) : hand;
}

/** Those that show these faces are kept; if possible, the ones that are kept already. */
export function keeping({ dice, kept }: Hand, faces: readonly number[]): Hand {
  return { dice, kept: chosen(dice, faces, kept) };
}

/** What is not kept was rolled; where the numbers do not match, all of it is new. */
function rolled({ dice, kept }: Hand, fresh: readonly number[]): Hand {
  const again = kept.size + fresh.length === dice.length ? kept : NO_DICE.kept;
  return { dice: fallen(dice, fresh, again), kept: again };
}

/** The dice after the step with that number. */
export function handAt(history: readonly wire.StepInfo[], n: number): Hand {
  const events = history.filter((step) => step.n <= n).flatMap((step) => step.events);
  return events.reduce(heard, NO_DICE);
}
