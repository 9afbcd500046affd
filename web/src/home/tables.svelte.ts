/** The tables of this device and the public ones, refreshed while the page is visible. */

import { publicTables, Refused, table } from '../lib/api';
import { isLocal } from '../lib/device.svelte';
import { notedGame, removeGame } from '../lib/deviceGames';
import { prefs } from '../lib/prefs.svelte';
import { isSite } from '../lib/site';
import type * as wire from '../lib/wire';

const AGAIN = 15_000;
const GONE: readonly string[] = ['unknown-table', 'other-version'];

export class Tables {
  mine = $state.raw<wire.TableUpdate[]>([]);
  others = $state.raw<wire.PublicTable[]>([]);
  /** Why the public tables could not be loaded. */
  error = $state.raw<unknown>(null);
  asked = $state(false);

  private timer: ReturnType<typeof setInterval> | undefined;

  /** Refreshes regularly; returns a function that stops it. */
  watch(): () => void {
    void this.ask();
    this.timer = setInterval(() => document.hidden || void this.ask(), AGAIN);
    document.addEventListener('visibilitychange', this.look);
    return () => {
      clearInterval(this.timer);
      document.removeEventListener('visibilitychange', this.look);
    };
  }

  forget(id: string): void {
    if (isLocal(id)) void removeGame(id);
    prefs.forget(id);
    this.mine = this.mine.filter((known) => known.table !== id);
  }

  ask = async (): Promise<void> => {
    await Promise.all([this.askMine(), this.askOthers()]);
    this.asked = true;
  };

  private look = (): void => {
    if (!document.hidden) void this.ask();
  };

  private async askMine(): Promise<void> {
    const found = await Promise.all(prefs.tables.map((known) => asked(known.table)));
    this.mine = found.filter((known) => known !== undefined).sort(byUrgency);
  }

  private async askOthers(): Promise<void> {
    if (isSite) return;
    try {
      this.others = await publicTables();
      this.error = null;
    } catch (error) {
      this.error = error;
    }
  }
}

/** A table where we play. One that no longer exists is dropped, one that cannot be reached now is kept. */
async function asked(id: string): Promise<wire.TableUpdate | undefined> {
  if (isLocal(id)) return notedGame(id);
  try {
    const info = await table(id);
    if (info.status !== 'closed' && info.seats.some((seat) => seat.yours)) return info;
    prefs.forget(id);
  } catch (error) {
    if (error instanceof Refused && GONE.includes(error.code)) prefs.forget(id);
  }
  return undefined;
}

/** Whether this device is to act. */
export function myTurn(info: wire.TableUpdate): boolean {
  return info.status === 'playing' && (info.asked ?? []).some((seat) => info.seats[seat]?.yours);
}

const URGENCY = ['turn', 'playing', 'open', 'over'];

function byUrgency(one: wire.TableUpdate, other: wire.TableUpdate): number {
  return urgency(one) - urgency(other);
}

function urgency(info: wire.TableUpdate): number {
  return URGENCY.indexOf(myTurn(info) ? 'turn' : info.status);
}
