/** What the operator of the server announces to everybody. */

import { send } from './api';
import { isSite } from './site';
import type * as wire from './wire';

class AnnouncementStore {
  current = $state.raw<wire.Announcement | null>(null);

  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Shown until its time is over; an empty text, or null, ends it. */
  receive(next: wire.Announcement | null): void {
    clearTimeout(this.timer);
    const left = next?.text ? next.until * 1000 - Date.now() : 0;
    this.current = left > 0 ? next : null;
    // Longer than that no timer can wait, and no page stays open.
    if (left > 0) this.timer = setTimeout(() => (this.current = null), Math.min(left, 2 ** 31 - 1));
  }

  /** A server that does not answer announces nothing. */
  async ask(): Promise<void> {
    if (isSite) return;
    try {
      this.receive((await send<wire.Announced>('GET', '/api/announcement')).announcement);
    } catch {
      this.receive(null);
    }
  }
}

export const announcement = new AnnouncementStore();
