/**
 * What is on this device alone: its tables as they were when somebody looked at them last, and records from files.
 * So they can be listed without starting anything; the games themselves are where the worker keeps them.
 */

import type * as wire from './wire';
import { closeTable, dropRecord } from './api';
import { deviceStatus } from './device.svelte';
import { stored } from './storage';

/** A record that was imported. */
export interface KeptRecord {
  match: string;
  game: string;
  names: string[];
}

interface Noted {
  tables: Record<string, wire.TableUpdate>;
  records: KeptRecord[];
}

const NOTED = 'stammtisch.onThisDevice';

function noted(): Noted {
  return { tables: {}, records: [], ...stored<Partial<Noted>>(NOTED, {}) };
}

function note(changes: Partial<Noted>): void {
  try {
    localStorage.setItem(NOTED, JSON.stringify({ ...noted(), ...changes }));
  } catch {
    // The list is shorter than it could be; the game is where it was.
  }
}

export function noteGame(game: wire.TableUpdate): void {
  note({ tables: { ...noted().tables, [game.table]: game } });
}

export function notedGame(table: string): wire.TableUpdate | undefined {
  return noted().tables[table];
}

export function noteRecord(record: KeptRecord): void {
  const others = noted().records.filter(({ match }) => match !== record.match);
  note({ records: [record, ...others] });
}

export const notedRecords = (): KeptRecord[] => noted().records;

/** Removes a game from this device for good. Where nothing runs, nothing is started for it. */
export async function removeGame(table: string): Promise<void> {
  const { [table]: _, ...tables } = noted().tables;
  note({ tables });
  if (deviceStatus.state === 'ready') return closeTable(table);
  const { openStore } = await import('../local/store');
  await (await openStore()).remove(table);
}

export async function removeRecord(match: string): Promise<void> {
  note({ records: noted().records.filter((one) => one.match !== match) });
  await dropRecord(match);
}
