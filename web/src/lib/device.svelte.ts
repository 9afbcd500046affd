/** The tables of this device, without a server: whether they can be used, and the way to them. */

import type { Device } from '../local/client';
import { isLocal, type Failure } from '../local/protocol';
import { isSite } from './site';

export { isLocal };

/** What answers: a server, or this device itself. */
export type Side = 'server' | 'device';

/** Requests about a table or a record of this device; all others are for a server, where there is one. */
const OURS = /^\/api\/(?:tables|records)\/(local-[^/?]+)/;
/** What a device can answer as well as any server, in case none can be reached. */
const EITHER = /^\/api\/games(?:[/?]|$)/;

/** Who answers this request. */
export function sideOf(path: string): Side {
  return isSite || OURS.test(path) ? 'device' : 'server';
}

/** Whether this device may answer in place of a server that cannot be reached. */
export const mayStandIn = (path: string): boolean => EITHER.test(path);

/** How far the tables of this device are. */
class DeviceStatus {
  state = $state<'asleep' | 'starting' | 'ready' | 'failed'>('asleep');
  /** Bytes of the runtime that have arrived, and how many there are; 0 where that is not known. */
  loaded = $state(0);
  total = $state(0);
  failure = $state<Failure | null>(null);
  /** Whether games survive a reload; the browser may keep nothing. */
  keeping = $state(true);
  /** Bytes of memory that they take. */
  memory = $state(0);
}

export const deviceStatus = new DeviceStatus();

/** The tables of this device; the first request starts them. */
export async function device(): Promise<Device> {
  return (await import('../local/client')).openDevice();
}

/** Whether tables of this device can be used now: they run, or all that they start with is here. */
export async function canPlayHere(): Promise<boolean> {
  if (isSite || deviceStatus.state === 'ready') return true;
  try {
    return await (await import('../local/offline')).canStart();
  } catch {
    return false; // not even this part of the page is here
  }
}
