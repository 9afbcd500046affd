/** Second taps: what is under way, or was sent only just now, is not sent again. */

import type * as wire from './wire';

/** Milliseconds within which a second tap was not meant as one. */
const DOUBLE_TAP = 350;

/** Commands of a button that would do something else, or be refused, the second time. */
const ONCE: ReadonlySet<wire.AnyCommand['type']> = new Set([
  'contest',
  'start',
  'ask',
  'answer',
  'resume',
  'leave',
  'back',
  'remove',
  'mute',
  'nod',
]);

interface Sent {
  id: number;
  at: number;
  answered: boolean;
}

export class SecondTaps {
  private readonly known = new Map<string, Sent>();

  /** Whether the server has to say when it has dealt with this. */
  guards({ type }: wire.AnyCommand): boolean {
    return ONCE.has(type);
  }

  /** Whether this is no second tap. */
  isFirst(command: wire.AnyCommand): boolean {
    const sent = this.known.get(buttonOf(command));
    return !sent || (sent.answered && Date.now() - sent.at >= DOUBLE_TAP);
  }

  /** It went out under this number, and is under way until it is answered. */
  sent(command: wire.AnyCommand, id: number): void {
    if (this.guards(command))
      this.known.set(buttonOf(command), { id, at: Date.now(), answered: false });
  }

  answered(id: number | null | undefined): void {
    for (const sent of this.known.values()) if (sent.id === id) sent.answered = true;
  }

  /** The connection is lost, and the answers with it. */
  clear(): void {
    this.known.clear();
  }
}

/** What the same button sends at any position. */
function buttonOf(command: wire.AnyCommand): string {
  const { id: _, ...asked } = command;
  return JSON.stringify('at' in asked ? { ...asked, at: 0 } : asked);
}
