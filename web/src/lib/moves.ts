/** Moves in words, from their notation; what is not known stays as it is written. */

import * as kniffel from '../games/kniffel/moves';
import * as tock from '../games/tock/moves';
import * as zock from '../games/zock/moves';
import * as zocknroll from '../games/zocknroll/moves';

const SPEAKERS: Record<
  string,
  { moveInWords: (move: string, names: readonly string[]) => string } | undefined
> = { kniffel, tock, zock, zocknroll };

export function moveInWords(game: string, move: string, names: readonly string[] = []): string {
  return SPEAKERS[game]?.moveInWords(move, names) ?? move;
}
