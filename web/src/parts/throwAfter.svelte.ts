/** A decision that is followed by the own throw: one tap does both, where dice are not real. */

export class ThrowAfter {
  /** The position in which it was wished; another one is the answer to the decision. */
  private wished = $state.raw<object | null>(null);

  /** To be called after the decision has been sent. */
  wish(position: object): void {
    this.wished = position;
  }

  /** Something else was decided. */
  forget(): void {
    this.wished = null;
  }

  /** To be called whenever something changed: throws once it can, and forgets where it cannot. */
  settle(position: object, busy: boolean, mine: boolean, onthrow: () => void): void {
    if (busy || !this.wished || this.wished === position) return;
    this.wished = null;
    if (mine) onthrow();
  }
}
