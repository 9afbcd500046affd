/** Why a card may have no move just now: what to look for, with the clause that tells more. */

import type { Geometry } from './geometry';
import { playedBy, type CardText, type Stone, type TockView } from './view';

export interface Reason {
  key:
    | 'why-reserve'
    | 'why-start'
    | 'why-steps'
    | 'why-protected'
    | 'why-house'
    | 'why-jack'
    | 'why-seven'
    | 'why-center';
  clause: string;
}

export function reasons(
  view: TockView,
  stones: readonly Stone[],
  board: Geometry,
  seat: number,
  card: CardText,
): Reason[] {
  if (view.phase === 'center') return [{ key: 'why-center', clause: 'T35' }];
  const rank = card[0] ?? '';
  const owner = playedBy(view.players, stones, seat);
  const own = stones.filter((stone) => stone.seat === owner);
  const enters = rank === 'K' || rank === 'A' || rank === 'X';
  const onTrack = own.some((stone) => /^\d|^c/.test(stone.place));
  const found: Reason[] = [];
  if (rank === 'J') found.push({ key: 'why-jack', clause: 'T24' });
  else if (!enters && own.every((stone) => stone.place === '-'))
    return [{ key: 'why-reserve', clause: 'T17' }];
  else if (rank === '7') found.push({ key: 'why-seven', clause: 'T22' });
  else found.push({ key: 'why-steps', clause: 'T13' });
  const start = String(board.starts[owner] ?? 0);
  if (enters && own.some((stone) => stone.place === start))
    found.push({ key: 'why-start', clause: 'T17' });
  if (onTrack && stones.some((stone) => stone.protected))
    found.push({ key: 'why-protected', clause: 'T18' });
  if (rank !== 'J' && own.some((stone) => stone.place.startsWith('h')))
    found.push({ key: 'why-house', clause: 'T15' });
  return found;
}
