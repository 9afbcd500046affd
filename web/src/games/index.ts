/** The boards, each loaded when its game is first seen. */

import type { Board } from './contract';

const boards: Record<string, () => Promise<{ default: unknown }>> = {
  kniffel: () => import('./kniffel/Board.svelte'),
  tock: () => import('./tock/Board.svelte'),
  zock: () => import('./zock/Board.svelte'),
  zocknroll: () => import('./zocknroll/Board.svelte'),
};

export async function board(game: string): Promise<Board> {
  const load = boards[game];
  if (!load) throw new Error(`no board for ${game}`);
  return (await load()).default as Board;
}
