/** The games that the page knows, each from its own folder; any other game gets the generic board. */

import { withTexts } from '../lib/messages.svelte';
import type { GamePage, Scene } from './contract';

const found = import.meta.glob<GamePage>('./*/index.ts', { import: 'default' });
const loaders = new Map(
  Object.entries(found).map(([path, load]) => [path.split('/')[1] ?? '', load]),
);
const boards = import.meta.glob('./*/Board.svelte');
const pages = new Map<string, GamePage>();

const GENERIC: GamePage = { board: () => import('./GenericBoard.svelte') };

/** Load what the page knows about a game, and its texts. */
export async function loadGame(game: string): Promise<void> {
  const load = loaders.get(game);
  if (load) pages.set(game, await withTexts([game], load));
}

/** The same for a table at which the game will be played: its board begins to load at once. */
export async function loadPlayed(game: string): Promise<void> {
  // Where that fails, it is tried again and reported when the board is shown.
  boards[`./${game}/Board.svelte`]?.().catch(() => undefined);
  await loadGame(game);
}

/** The same for all games. */
export async function loadGames(): Promise<void> {
  await Promise.all([...loaders.keys()].map(loadGame));
}

/** What the page knows about a game that has been loaded. */
export function gamePage(game: string): GamePage {
  const page = pages.get(game);
  if (!page && loaders.has(game)) throw new Error(`${game} is not loaded: call loadGame first`);
  return page ?? GENERIC;
}

/** The sounds that a game adds; none before it is loaded. */
export function soundsOf(game: string | undefined): NonNullable<GamePage['sounds']> {
  return pages.get(game ?? '')?.sounds ?? {};
}

/** A move in words; a game that has none for it shows its notation. */
export function moveInWords(
  game: string,
  move: string,
  names: readonly string[] = [],
  scene?: Scene,
): string {
  return gamePage(game).moveInWords?.(move, names, scene) ?? move;
}

/** What chance is made of in a game. */
export function chanceOf(game: string): 'dice' | 'cards' {
  return gamePage(game).chance ?? 'dice';
}
