/** Notifications for somebody who looks elsewhere, if they are switched on in the settings. */

import { prefs } from './prefs.svelte';
import { fileOf } from './site';

/** A table has one notification at a time; `sw.js` makes the same tag. */
export const turnTag = (table: string): string => `turn-${table}`;

/** Phones show notifications only through the service worker, other browsers also without one. */
export async function notifyIfAway(table: string, title: string, body: string): Promise<void> {
  if (!prefs.notify || !document.hidden || !('Notification' in globalThis)) return;
  if (Notification.permission !== 'granted') return;
  const tag = turnTag(table);
  const options: NotificationOptions = { body, tag, icon: fileOf('icon.svg'), data: { table } };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, options);
    else lookBack(new Notification(title, options));
  } catch {
    // If the browser shows none after all, the title of the page still says it.
  }
}

function lookBack(notification: Notification): void {
  notification.onclick = () => {
    focus();
    notification.close();
  };
}

/** A reader who has the table open needs no notification about it. Where storage is switched off there is none. */
export async function closeNotice(table: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const shown = (await worker?.getNotifications({ tag: turnTag(table) })) ?? [];
  for (const notification of shown) notification.close();
}
