/** What is on the table: the last position, and then one step of events after the other. */

import { seatsToAct } from '../../lib/turns';
import type * as wire from '../../lib/wire';
import { facesOf, fallen, lying, notated, type TrayDie } from '../../parts/dice';
import { fullRows, HIDDEN, roundWith, rowNamed, type Marks } from './tableau';
import type { Layout, RowName, Tally, View } from './wire';

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
  /** The rows they have marked in this hand. */
  marked: RowName[];
  /** Their combination is the highest in the last round, perhaps together with others. */
  highest: boolean;
  /** This combination, as far as it is known. */
  combination: RowName | null;
}

export interface Scene {
  places: Place[];
  white: TrayDie[];
  marks: Marks[];
  /** Who has won the last round, as soon as the position says so. */
  roundWinner: number | null;
  /** The points of each seat. */
  scores: number[];
  starter: number | null;
  /** The round that is being played; none between two hands. */
  round: number | null;
  /** Who is to decide, to mark or to roll. */
  asked: readonly number[];
  /** Counts how often the cups were shaken. */
  shaken: number;
  over: boolean;
  layout: Layout;
}

const EMPTY: Place = {
  dice: null,
  lifted: false,
  left: null,
  stayed: false,
  marked: [],
  highest: false,
  combination: null,
};

/** The present position with everything that belongs to it. */
export interface Standing {
  view: View;
  tally: Tally;
  layout: Layout;
  turn: wire.PositionUpdate['turn'];
}

/** The scene of a position. What lay there before stays, unless something happened in between that is not known here. */
export function settled({ view, tally, layout, turn }: Standing, before: Scene | null): Scene {
  const between = view.own === undefined;
  const known = before && agree(before.marks, view.crosses, layout) ? before : null;
  return {
    places: view.crosses.map((_, seat) => {
      const was = known?.places[seat] ?? EMPTY;
      return between ? was : placeOf(view, seat, was);
    }),
    white: between ? (known?.white ?? []) : same(known?.white ?? [], view.white ?? ''),
    marks: view.crosses,
    roundWinner: between ? (known?.roundWinner ?? null) : tally.round_winner,
    scores: tally.scores,
    starter: view.starter ?? null,
    round: view.round ?? null,
    asked: view.phase === 'own' ? [] : seatsToAct(turn),
    shaken: before?.shaken ?? 0,
    over: view.phase === 'over',
    layout,
  };
}

function agree(some: readonly Marks[], others: readonly Marks[], { rows }: Layout): boolean {
  return some.every((marks, seat) =>
    rows.every(({ row }) => (marks[row] ?? 0) === (others[seat]?.[row] ?? 0)),
  );
}

function placeOf(view: View, seat: number, was: Place): Place {
  const dice = view.own?.[seat] ?? HIDDEN;
  const status = view.status?.[seat] ?? 'in';
  return {
    dice: dice === HIDDEN ? null : same(was.dice ?? [], dice),
    lifted: status !== 'in' || view.phase === 'mark',
    left: status === 'in' ? null : Number(status.replace('left', '')),
    stayed: status === 'in' && was.stayed && view.phase !== 'mark',
    marked: was.marked,
    highest: view.winners?.includes(seat) ?? false,
    combination: view.winners?.includes(seat) ? was.combination : null,
  };
}

/** Dice that already show these faces stay as they are. */
function same(dice: TrayDie[], faces: string): TrayDie[] {
  return notated(dice.map((die) => die.face)) === faces ? dice : lying(facesOf(faces));
}

/** The scene after a step, before the position that it led to is known. */
export function after(scene: Scene, step: wire.StepInfo): Scene {
  return step.events.reduce(changed, { ...scene, asked: [] });
}

/** The step, with an additional event if it filled a row, which announces the end. */
export function announced(step: wire.StepInfo, before: Scene, then: Scene): wire.StepInfo {
  const known = fullRows(before.marks, before.layout);
  const fresh = fullRows(then.marks, then.layout).filter(
    ({ seat, row }) => !known.some((one) => one.seat === seat && one.row === row),
  );
  const full = fresh.map(({ seat, row }) => ({ event: 'full-row', seat, detail: row }));
  return { ...step, events: [...step.events, ...full] };
}

function changed(scene: Scene, event: wire.EventInfo): Scene {
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
      return {
        ...place(() => ({ highest: true, combination: rowNamed(scene.layout, detail) ?? null })),
        roundWinner: scene.places.some((one) => one.highest) ? null : seat,
      };
    case 'crossed':
      return marked(scene, seat ?? 0, rowNamed(scene.layout, detail));
    default:
      return scene;
  }
}

/** A new hand: everybody rolls under the cup, and the white dice are taken back. */
function thrown(scene: Scene, seat: number, dice: string): Scene {
  const fresh = dice === HIDDEN ? null : fallen(scene.places[seat]?.dice ?? [], facesOf(dice));
  return {
    ...scene,
    places: scene.places.map((one, at) => (at === seat ? { ...EMPTY, dice: fresh } : one)),
    roundWinner: null,
    white: [],
    round: 1,
    shaken: scene.shaken + (seat === 0 ? 1 : 0),
  };
}

function whiteThrown(scene: Scene, faces: number[]): Scene {
  const lay = scene.white;
  const lying = lay.length + faces.length;
  return {
    ...scene,
    places: scene.places.map((one) => ({ ...one, stayed: false })),
    white: fallen(lay, faces, new Set(lay.map((die) => die.id))),
    round: roundWith(scene.layout, lying),
  };
}

function marked(scene: Scene, seat: number, row: RowName | undefined): Scene {
  if (!row) return scene;
  return {
    ...scene,
    places: scene.places.map((one, at) =>
      at === seat ? { ...one, marked: [...one.marked, row] } : one,
    ),
    marks: scene.marks.map((rows, at) =>
      at === seat ? { ...rows, [row]: (rows[row] ?? 0) + 1 } : rows,
    ),
  };
}
