/** Web Push: this device is notified of your turns, even when the page is closed. */

import { Refused, send } from './api';
import type * as wire from './wire';

/** Where the service worker finds the words for a table: the message names nothing but the table. */
const WORDS = 'turns';

/** Whether this browser can do it at all; on a phone of Apple only an installed page can. */
export const pushable =
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

export const pushDevices = () => send<wire.PushDevice[]>('GET', '/api/push/devices');
export const endPush = (device: string) => send<undefined>('DELETE', `/api/push/devices/${device}`);

/** This device, if it gets notifications. */
export async function thisDevice(): Promise<wire.PushDevice | undefined> {
  const worker = await navigator.serviceWorker.ready;
  if (!(await worker.pushManager.getSubscription())) return undefined;
  return (await pushDevices()).find(({ current }) => current);
}

/** Subscribe, if that is necessary and allowed, and tell the server; `denied` is thrown if it is not. */
export async function subscribe(quiet: wire.QuietHours | null): Promise<wire.PushDevice> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Refused('denied', 'notifications are not allowed');
  const { endpoint, keys } = (await subscription()).toJSON();
  return send<wire.PushDevice>('PUT', '/api/push', {
    endpoint,
    p256dh: keys?.['p256dh'],
    auth: keys?.['auth'],
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    quiet,
  });
}

async function subscription(): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await send<wire.PushKey>('GET', '/api/push/key');
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch {
    // One with the key of an earlier database is of no use any more.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}

export async function switchOn(table: string): Promise<void> {
  const known = await thisDevice();
  await subscribe(known?.quiet ?? null);
  await send('PUT', `/api/tables/${table}/push`);
}

export const switchOff = (table: string) => send<undefined>('DELETE', `/api/tables/${table}/push`);

/** Leave the words for a table on this device, in the language of its reader. */
export async function keepWords(table: string, title: string, body: string): Promise<void> {
  const words = new Response(JSON.stringify({ title, body }));
  await (await caches.open(WORDS)).put(`/${WORDS}/${table}`, words);
}
