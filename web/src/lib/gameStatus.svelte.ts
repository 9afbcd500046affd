/** What the header of the page shows during a game. */

class Stage {
  /** Whose turn it is, in words; empty where there is no game. */
  status = $state('');
  /** It is the turn of somebody at this device. */
  mine = $state(false);
  /** Opens the rules beside the game. */
  onrules = $state.raw<(() => void) | null>(null);

  /** The address of the game that was played last on this device, until it is over. */
  game = $state<string | null>(null);

  clear(): void {
    this.status = '';
    this.mine = false;
    this.onrules = null;
  }
}

export const gameStatus = new Stage();
