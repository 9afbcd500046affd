/** The names of the seats at a table, no two alike. */

import { common as c } from '../messages';
import type { ShortName } from './shortNames';
import { locale } from './messages.svelte';
import type * as wire from './wire';

/** Who sits at a table: a bot by its level, anyone else by name. */
interface Occupant {
  bot: string | null;
  name: string;
}

/** The level of a bot in words. */
export function levelName(bot: string): string {
  return locale.find('common', `level-${bot}`) ?? bot;
}

/** What a bot is called where no sign says that it is one; the first of its level has no number. */
export function botName(bot: string, n = 1): string {
  const level = levelName(bot);
  return n > 1 ? c('bot-number-level', { n, level }) : c('bot-level', { level });
}

/** Names by seat; the second of two equal names gets a number. */
export function seatNames(seats: readonly wire.SeatInfo[]): string[] {
  return unique(seats.map(seated), fullName);
}

/** The same for places where an icon already marks the bots. */
export function shortNames(seats: readonly wire.SeatInfo[]): string[] {
  return unique(seats.map(seated), shortName);
}

/** The same, saying which seats are bots. */
export function shortSeatNames(seats: readonly wire.SeatInfo[]): ShortName[] {
  return withSigns(seats.map(seated));
}

/** The names in a record, no two alike. */
export function recordedNames(names: readonly string[]): string[] {
  return unique(names.map(recorded), fullName);
}

/** The same for small places. */
export function shortRecordedNames(names: readonly string[]): ShortName[] {
  return withSigns(names.map(recorded));
}

/** One of these names alone. */
export function recordedName(name: string): string {
  return fullName(recorded(name), 1);
}

function seated(seat: wire.SeatInfo, number: number): Occupant {
  const name = seat.kind === 'free' ? c('seat', { n: number + 1 }) : seat.name;
  return { bot: seat.bot, name };
}

/** By a name as a record has it, where a bot is `bot:easy`. */
function recorded(name: string): Occupant {
  return { bot: name.startsWith('bot:') ? name.slice('bot:'.length) : null, name };
}

/** A second one of the same name gets a number. */
function unique(all: readonly Occupant[], called: (one: Occupant, n: number) => string): string[] {
  const plain = all.map((one) => called(one, 1));
  return all.map((one, at) =>
    called(one, plain.slice(0, at + 1).filter((name) => name === plain[at]).length),
  );
}

function withSigns(all: readonly Occupant[]): ShortName[] {
  const names = unique(all, shortName);
  return all.map(({ bot }, at) => ({ name: names[at] ?? '', bot: bot !== null }));
}

function fullName({ bot, name }: Occupant, n: number): string {
  return bot === null ? counted(name, n) : botName(bot, n);
}

function shortName({ bot, name }: Occupant, n: number): string {
  return counted(bot === null ? name : levelName(bot), n);
}

function counted(name: string, n: number): string {
  return n > 1 ? `${name} ${n}` : name;
}
