/** The names of the seats at a table, no two alike. */

import { common as c } from '../messages';
import { isolated } from './isolated';
import type { ShortName } from './shortNames';
import { locale } from './messages.svelte';
import type * as wire from './wire';

/** Who sits at a table; for a bot its level too. Bots of old tables have no name. */
interface Occupant {
  bot: string | null;
  name: string;
}

/** The level of a bot in words. */
export function levelName(bot: string): string {
  return locale.find('common', `level-${bot}`) ?? bot;
}

/** Names by seat; the second of two equal names gets a number. */
export function seatNames(seats: readonly wire.SeatInfo[]): string[] {
  return unique(seats.map(seated), fullName);
}

/** The same for places where a face already marks the bots. */
export function shortSeatNames(seats: readonly wire.SeatInfo[]): ShortName[] {
  return withLevels(seats.map(seated));
}

/** The names in a record, no two alike. */
export function recordedNames(record: Recorded): string[] {
  return unique(recorded(record), fullName);
}

/** The same for small places. */
export function shortRecordedNames(record: Recorded): ShortName[] {
  return withLevels(recorded(record));
}

/** What a record says about its players: a bot is `bot:easy`, and may have a name. */
export interface Recorded {
  seats: readonly string[];
  bot_names?: readonly string[] | undefined;
}

function recorded({ seats, bot_names: called = [] }: Recorded): Occupant[] {
  return seats.map((name, seat) => {
    const bot = name.startsWith('bot:') ? name.slice('bot:'.length) : null;
    return { bot, name: bot === null ? name : (called[seat] ?? '') };
  });
}

function seated(seat: wire.SeatInfo, number: number): Occupant {
  if (seat.kind === 'free') return { bot: null, name: c('seat', { n: number + 1 }) };
  return { bot: seat.bot, name: seat.name === seat.bot ? '' : seat.name };
}

/** A second one of the same name gets a number. */
function unique(all: readonly Occupant[], called: (one: Occupant, n: number) => string): string[] {
  const plain = all.map((one) => called(one, 1));
  return all.map((one, at) =>
    called(one, plain.slice(0, at + 1).filter((name) => name === plain[at]).length),
  );
}

function withLevels(all: readonly Occupant[]): ShortName[] {
  const names = unique(all, shortName);
  return all.map(({ bot }, at) => ({ name: names[at] ?? '', bot: bot !== null, level: bot ?? '' }));
}

/** What somebody is called where no face says that it is a bot. */
function fullName({ bot, name }: Occupant, n: number): string {
  if (bot === null) return counted(isolated(name), n);
  if (name) return counted(c('bot-name', { name }), n);
  const level = levelName(bot);
  return n > 1 ? c('bot-number-level', { n, level }) : c('bot-level', { level });
}

function shortName({ bot, name }: Occupant, n: number): string {
  return counted(bot === null ? isolated(name) : name || levelName(bot), n);
}

function counted(name: string, n: number): string {
  return n > 1 ? `${name} ${n}` : name;
}
