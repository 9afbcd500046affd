/** A decision that is followed by the own throw: one tap does both, where dice are not real. */

export class ThrowAfter {
  private wished = $state(false);

  /** To be called after the decision has been sent. */
  wish(): void {
    this.wished = true;
  }

  /** To be called whenever something changed: throws once it can, and forgets where it cannot. */
  settle(busy: boolean, mine: boolean, onthrow: () => void): void {
    if (busy || !this.wished) return;
    this.wished = false;
    if (mine) onthrow();
  }
}
