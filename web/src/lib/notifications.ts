/** Notifications for somebody who looks elsewhere, if they are switched on in the settings. */

import { prefs } from './prefs.svelte';

const TAG = 'stammtisch-turn';

/** Phones show notifications only through the service worker, other browsers also without one. */
export async function notifyIfAway(title: string, body: string): Promise<void> {
  if (!prefs.notify || !document.hidden || !('Notification' in globalThis)) return;
  if (Notification.permission !== 'granted') return;
  const options: NotificationOptions = { body, tag: TAG, icon: '/icon.svg' };
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
