/** The names of the seats at a table, no two alike. */

import { common as c } from '../messages';
import type { ShortName } from './shortNames';
import { locale } from './messages.svelte';
import type * as wire from './wire';

/** The level of a bot in words. */
export function levelName(bot: string): string {
  return locale.find('common', `level-${bot}`) ?? bot;
}

/** Names by seat; the second of two equal names gets a number. */
export function seatNames(seats: readonly wire.SeatInfo[]): string[] {
  return numbered(seats.map((seat, number) => plainName(seat, number)));
}

/** The same for places where an icon already marks the bots. */
export function shortNames(seats: readonly wire.SeatInfo[]): string[] {
  return numbered(
    seats.map((seat, number) =>
      seat.bot === null ? plainName(seat, number) : levelName(seat.bot),
    ),
  );
}

/** The same, saying which seats are bots. */
export function shortSeatNames(seats: readonly wire.SeatInfo[]): ShortName[] {
  const names = shortNames(seats);
  return seats.map((seat, number) => ({ name: names[number] ?? '', bot: seat.bot !== null }));
}

function numbered(plain: readonly string[]): string[] {
  return plain.map((name, seat) => {
    const earlier = plain.slice(0, seat).filter((other) => other === name).length;
    return earlier ? `${name} ${earlier + 1}` : name;
  });
}

function plainName(seat: wire.SeatInfo, number: number): string {
  if (seat.bot !== null) return `${c('bot')} ${levelName(seat.bot)}`;
  return seat.kind === 'free' ? c('seat', { n: number + 1 }) : seat.name;
}

/** The names in a record, no two alike. */
export function recordedNames(names: readonly string[]): string[] {
  return numbered(names.map(recordedName));
}

/** The same for small places. */
export function shortRecordedNames(names: readonly string[]): ShortName[] {
  const short = names.map((name) => (isBot(name) ? levelName(name.slice(4)) : name));
  return numbered(short).map((name, seat) => ({ name, bot: isBot(names[seat] ?? '') }));
}

function isBot(name: string): boolean {
  return name.startsWith('bot:');
}

/** A name as a record has it, where a bot is `bot:easy`. */
export function recordedName(name: string): string {
  return isBot(name) ? `${c('bot')} ${levelName(name.slice(4))}` : name;
}
