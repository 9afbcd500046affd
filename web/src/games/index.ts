/** The games that the page knows, each from its own folder; any other game gets the generic board. */

import type { GamePage, Scene } from './contract';

const found = import.meta.glob<GamePage>('./*/index.ts', { eager: true, import: 'default' });
const pages = new Map(Object.entries(found).map(([path, page]) => [path.split('/')[1], page]));

const GENERIC: GamePage = { board: () => import('./GenericBoard.svelte') };

export function gamePage(game: string): GamePage {
  return pages.get(game) ?? GENERIC;
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
