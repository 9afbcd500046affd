/** The rolls that decide who begins. The events of the game tell their totals, ties, and who begins. */

import { joined, subject, type Reader } from '../games/subject';
import { list } from '../lib/messages.svelte';
import type * as wire from '../lib/wire';
import { dice as t } from '../messages';

export interface StartRolls {
  /** What was rolled in the last round, by seat. */
  totals: ReadonlyMap<number, number>;
  /** The seats that have to roll again. */
  tied: readonly number[];
  beginner: number | null;
}

const NOTHING: StartRolls = { totals: new Map(), tied: [], beginner: null };

const has = (events: readonly wire.EventInfo[], kind: string): boolean =>
  events.some(({ event }) => event === kind);

/** As they stand; null where there are none, and once the first turn goes on. */
export function startRolls(history: readonly wire.StepInfo[], phase: string): StartRolls | null {
  const stood = [NOTHING];
  for (const { events } of history) {
    if (has(events, 'start-roll')) stood.push(after(stood.at(-1) ?? NOTHING, events));
    else if (has(events, 'contest') && stood.length > 1) stood.pop();
    else if (has(events, 'threw')) return null;
  }
  return stood.length > 1 || phase === 'begin' ? (stood.at(-1) ?? null) : null;
}

function after(before: StartRolls, events: readonly wire.EventInfo[]): StartRolls {
  const totals = new Map(before.tied.length ? [] : before.totals);
  const seats = (kind: string): number[] =>
    events.flatMap(({ event, seat }) => (event === kind && seat !== null ? [seat] : []));
  for (const { event, seat, detail } of events)
    if (event === 'start-roll' && seat !== null) totals.set(seat, Number(detail));
  return { totals, tied: seats('tied'), beginner: seats('begins')[0] ?? null };
}

/** Such a roll and what it decided, in a line; empty for any other step. */
export function startSentence(events: readonly wire.EventInfo[], reader: Reader): string {
  const roll = events.find(({ event }) => event === 'start-roll');
  if (!roll) return '';
  const faces = events.find(({ event }) => event === 'threw')?.detail ?? '';
  const said = { dice: list([...faces]), total: Number(roll.detail) };
  const begins = events.find(({ event }) => event === 'begins');
  return joined([
    t('start-roll', { ...subject(roll.seat, reader), ...said }),
    tieSentence(events, reader),
    begins ? beginSentence(begins.seat, Number(begins.detail), reader) : '',
  ]);
}

function tieSentence(events: readonly wire.EventInfo[], reader: Reader): string {
  const tied = events.filter(({ event }) => event === 'tied');
  if (!tied.length) return '';
  const seats = tied.flatMap(({ seat }) => (seat === null ? [] : [seat]));
  return tiedAt(seats, Number(tied[0]?.detail), reader);
}

/** Who rolls again, and why. */
export function tiedAt(seats: readonly number[], total: number, reader: Reader): string {
  const names = seats.map((seat) =>
    seat === reader.seat ? t('tied-you') : subject(seat, reader).name,
  );
  return t('tied', { total, names: list(names) });
}

/** Who begins, and why. */
export function beginSentence(seat: number | null, total: number, reader: Reader): string {
  return t('begins', { ...subject(seat, reader), total });
}
