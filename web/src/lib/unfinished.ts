/** What is half done at a board, such as dice that are kept: a reload does not undo it. */

import { stored } from './storage';

interface Kept<T> {
  asked: string;
  done: T;
}

export class Unfinished<T> {
  private readonly key: string;
  private sent = false;

  /** `place` is the page of the table; `what` tells things apart that are done there. */
  constructor(place: string, what: string) {
    this.key = `stammtisch.unfinished.${place}.${what}`;
  }

  /** What had been done when this was asked, or null; what belongs to another question is forgotten. */
  recall(asked: string): T | null {
    this.sent = false;
    const kept = stored<Kept<T> | null>(this.key, null, sessionStorage);
    if (kept?.asked === asked) return kept.done;
    sessionStorage.removeItem(this.key);
    return null;
  }

  /** Null where nothing has been done, or not any more. */
  keep(asked: string, done: T | null): void {
    if (done === null) sessionStorage.removeItem(this.key);
    else sessionStorage.setItem(this.key, JSON.stringify({ asked, done } satisfies Kept<T>));
  }

  /** It is sent as an answer: kept while it may be refused, and forgotten once nobody asks for it any more. */
  send(): void {
    this.sent = true;
  }

  /** Whatever asks for it goes away, such as a pad for dice: what was sent has been accepted. */
  leave(): void {
    if (this.sent) sessionStorage.removeItem(this.key);
  }
}
