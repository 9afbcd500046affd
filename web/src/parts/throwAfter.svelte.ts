/** A decision that your own roll follows: one tap does both, unless the dice are real. */

export class ThrowAfter {
  /** The position in which it was requested; a different one is the answer to the decision. */
  private wished = $state.raw<object | null>(null);

  /** To be called after the decision has been sent. */
  wish(position: object): void {
    this.wished = position;
  }

  /** Something else was decided. */
  forget(): void {
    this.wished = null;
  }

  /** To be called whenever something changed: rolls as soon as possible, and forgets it if that is not possible. */
  settle(position: object, busy: boolean, mine: boolean, onthrow: () => void): void {
    if (busy || !this.wished || this.wished === position) return;
    this.wished = null;
    if (mine) onthrow();
  }
}
