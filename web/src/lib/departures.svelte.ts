/** Who leaves the table, comes back or is replaced by a bot, as lines of the log. */

import { realClock, type Clock } from './clock';
import type * as wire from './wire';

/** What is said of a seat; the reasons of a stand-in are the server's. */
export type Departure = 'gone' | 'returned' | 'back' | NonNullable<wire.SeatInfo['stand_in']>;

export interface Note {
  id: number;
  /** The last event of the table before it: its place in the log. */
  n: number;
  seat: number;
  what: Departure;
}

/** Somebody who only reloads the page is not gone, in milliseconds. */
const RELOAD = 6000;

export class Departures {
  notes = $state.raw<readonly Note[]>([]);
  private info: wire.TableUpdate | null = null;
  private present: readonly number[] | null = null;
  /** Who has been missing for long enough that it was said. */
  private missed: readonly number[] = [];
  private timers: Partial<Record<number, unknown>> = {};

  constructor(private readonly clock: Clock = realClock) {}

  receive(update: wire.AnyUpdate): void {
    if (update.type === 'table') this.receiveTable(update);
    if (update.type === 'presence') this.receivePresence(update.seats);
  }

  stop(): void {
    Object.values(this.timers).forEach((timer) => this.clock.clear(timer));
    this.timers = {};
  }

  private receiveTable(info: wire.TableUpdate): void {
    const before = this.info;
    this.info = info;
    if (before?.match !== info.match) {
      this.stop();
      this.notes = [];
      this.missed = [];
      return;
    }
    info.seats.forEach((seat, number) => {
      const was = before.seats[number];
      if (!was || seat.yours || was.stand_in === seat.stand_in || was.name !== seat.name) return;
      this.missed = this.missed.filter((one) => one !== number);
      this.say(number, seat.stand_in ?? 'back');
    });
  }

  private receivePresence(seats: readonly number[]): void {
    const before = this.present;
    this.present = seats;
    for (const seat of before ?? []) if (!seats.includes(seat)) this.miss(seat);
    for (const seat of seats) this.greet(seat);
  }

  private miss(seat: number): void {
    this.timers[seat] ??= this.clock.set(() => {
      this.timers[seat] = undefined;
      const info = this.info?.seats[seat];
      if (!info || info.yours || info.bot !== null || info.stand_in) return;
      this.missed = [...this.missed, seat];
      this.say(seat, 'gone');
    }, RELOAD);
  }

  private greet(seat: number): void {
    this.clock.clear(this.timers[seat]);
    this.timers[seat] = undefined;
    if (!this.missed.includes(seat)) return;
    this.missed = this.missed.filter((one) => one !== seat);
    this.say(seat, 'returned');
  }

  private say(seat: number, what: Departure): void {
    if (this.info?.status !== 'playing') return;
    this.notes = [...this.notes, { id: this.notes.length, n: this.info.n, seat, what }];
  }
}
