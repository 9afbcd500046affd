/** What lies on the table: the last position, and then one step of events after the other. */

import type * as wire from '../../lib/wire';
import { facesOf, fallen, lying, notated, type TrayDie } from '../../parts/dice';
import {
  FIRST_WHITE_DICE,
  fullRows,
  SHUT,
  type Crosses,
  type Status,
  type ZockNRollView,
} from './view';

/** A player's place at the table. */
export interface Place {
  /** The dice under the cup, as far as they may be seen. */
  dice: TrayDie[] | null;
  /** The cup is lifted, and everybody sees the dice. */
  lifted: boolean;
  /** The round in which they left. */
  left: number | null;
  /** They have decided to stay in this round. */
  stayed: boolean;
  /** What they have crossed in this pass. */
  crossed: string[];
  /** The combination they won the last round with; empty where we only know that they won. */
  won: string | null;
}

export interface Scene {
  places: Place[];
  white: TrayDie[];
  crosses: Crosses[];
  /** The points of each seat; none where nobody has told us. */
  scores: number[];
  starter: number | null;
  /** The round that is being played; none between passes. */
  round: number | null;
  /** Who is to decide, to mark or to throw. */
  asked: number[];
  /** Counts how often the cups were shaken. */
  shaken: number;
  over: boolean;
}

const ROUNDS: Record<Status, number | null> = { in: null, left1: 1, left2: 2 };
const EMPTY: Place = {
  dice: null,
  lifted: false,
  left: null,
  stayed: false,
  crossed: [],
  won: null,
};

/** The scene of a position; what lay there before stays, unless more happened since than we were told. */
export function settled(
  view: ZockNRollView,
  turn: wire.Position['turn'],
  scores: number[],
  before: Scene | null,
): Scene {
  const between = view.own === undefined;
  const known = before && agree(before.crosses, view.crosses) ? before : null;
  return {
    places: view.crosses.map((_, seat) => {
      const was = known?.places[seat] ?? EMPTY;
      return between ? was : placeOf(view, seat, was);
    }),
    white: between ? (known?.white ?? []) : same(known?.white ?? [], view.white ?? ''),
    crosses: view.crosses,
    scores,
    starter: view.starter ?? null,
    round: view.round ?? null,
    asked: view.phase === 'own' ? [] : askedIn(turn),
    shaken: before?.shaken ?? 0,
    over: view.phase === 'over',
  };
}

function agree(some: readonly Crosses[], others: readonly Crosses[]): boolean {
  return some.every((rows, seat) => {
    const other = others[seat] ?? {};
    const all = Object.keys({ ...rows, ...other });
    return all.every((row) => (rows[row] ?? 0) === (other[row] ?? 0));
  });
}

function placeOf(view: ZockNRollView, seat: number, was: Place): Place {
  const dice = view.own?.[seat] ?? SHUT;
  const status = view.status?.[seat] ?? 'in';
  return {
    dice: dice === SHUT ? null : same(was.dice ?? [], dice),
    lifted: status !== 'in' || view.phase === 'mark',
    left: ROUNDS[status],
    stayed: status === 'in' && was.stayed && view.phase !== 'mark',
    crossed: was.crossed,
    won: view.winners?.includes(seat) ? (was.won ?? '') : null,
  };
}

/** Dice that show what they should stay where they are. */
function same(dice: TrayDie[], faces: string): TrayDie[] {
  return notated(dice.map((die) => die.face)) === faces ? dice : lying(facesOf(faces));
}

function askedIn(turn: wire.Position['turn']): number[] {
  if (turn?.kind === 'choose') return [...turn.seats];
  return turn?.kind === 'chance' && turn.seat !== null ? [turn.seat] : [];
}

/** The scene after a step, before the position that it led to is known. */
export function after(scene: Scene, step: wire.StepNews): Scene {
  return step.events.reduce(changed, { ...scene, asked: [] });
}

/** The step, with an event of our own where it filled a row: that is how the end is announced. */
export function announced(step: wire.StepNews, before: Scene, then: Scene): wire.StepNews {
  const known = fullRows(before.crosses);
  const fresh = fullRows(then.crosses).filter(
    ({ seat, row }) => !known.some((one) => one.seat === seat && one.row === row),
  );
  const sixth = fresh.map(({ seat, row }) => ({ event: 'sixth', seat, detail: row }));
  return { ...step, events: [...step.events, ...sixth] };
}

function changed(scene: Scene, event: wire.EventNews): Scene {
  const { seat, detail = '' } = event;
  const place = (change: (place: Place) => Partial<Place>): Scene => ({
    ...scene,
    places: scene.places.map((one, at) => (at === seat ? { ...one, ...change(one) } : one)),
  });
  switch (event.event) {
    case 'starts':
      return { ...scene, starter: seat };
    case 'threw':
      return seat === null ? scene : thrown(scene, seat, detail);
    case 'white':
      return whiteThrown(scene, facesOf(detail));
    case 'stayed':
      return place(() => ({ stayed: true }));
    case 'left':
      return place(() => ({ left: scene.round, lifted: true }));
    case 'showed':
      return place(({ dice }) => ({ lifted: true, dice: same(dice ?? [], detail) }));
    case 'highest':
      return place(() => ({ won: detail }));
    case 'crossed':
      return crossed(
        place((one) => ({ crossed: [...one.crossed, detail] })),
        seat ?? 0,
        detail,
      );
    default:
      return scene;
  }
}

/** A new pass: cups come down over fresh dice, and the white ones are taken back. All throw at once. */
function thrown(scene: Scene, seat: number, dice: string): Scene {
  const fresh = dice === SHUT ? null : fallen(scene.places[seat]?.dice ?? [], facesOf(dice));
  return {
    ...scene,
    places: scene.places.map((one, at) => (at === seat ? { ...EMPTY, dice: fresh } : one)),
    white: [],
    round: 1,
    shaken: scene.shaken + (seat === 0 ? 1 : 0),
  };
}

function whiteThrown(scene: Scene, faces: number[]): Scene {
  const lay = scene.white;
  return {
    ...scene,
    places: scene.places.map((one) => ({ ...one, stayed: false })),
    white: fallen(lay, faces, new Set(lay.map((die) => die.id))),
    round: lay.length ? lay.length + faces.length - FIRST_WHITE_DICE + 1 : 1,
  };
}

function crossed(scene: Scene, seat: number, row: string): Scene {
  return {
    ...scene,
    crosses: scene.crosses.map((rows, at) =>
      at === seat ? { ...rows, [row]: (rows[row] ?? 0) + 1 } : rows,
    ),
  };
}
