/** A decision that your own roll follows: one tap does both, unless the dice are real. */

export class ThrowAfter {
  /** The position in which it was requested; a different one is the answer to the decision. */
  private requested = $state.raw<object | null>(null);

  /** To be called after the decision has been sent. */
  request(position: object): void {
    this.requested = position;
  }

  /** Something else was decided. */
  forget(): void {
    this.requested = null;
  }

  /** To be called whenever something changed: rolls as soon as possible, and forgets it if that is not possible. */
  settle(position: object, busy: boolean, mine: boolean, onthrow: () => void): void {
    if (busy || !this.requested || this.requested === position) return;
    this.requested = null;
    if (mine) onthrow();
  }
}
