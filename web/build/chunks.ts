/** Puts code that is needed together into one file, because every file costs a request. */

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Context = Rolldown.ChunkingContext;

/** Who needs a module: the parts of the page, each loaded on its own. */
class Needed {
  constructor(private readonly parts: ReadonlySet<string>) {}

  /** How many of these parts need it. */
  by(part: RegExp): number {
    return [...this.parts].filter((one) => part.test(one)).length;
  }

  /** A part needs it, and is not the only one. */
  alsoBy(part: RegExp): boolean {
    return this.by(part) > 0 && this.parts.size > 1;
  }

  /** The game whose `index.ts` needs it. */
  get game(): string | undefined {
    return [...this.parts].flatMap((one) => GAME.exec(one)?.[1] ?? [])[0];
  }
}

const MAIN = /\/index\.html$/;
const TABLE = /\/src\/pages\/TablePage\.svelte$/;
/** Both show the chat, the terms of the table and links to it. */
const AROUND = /\/src\/table\/(?:Lobby|SidePanelContent)\.svelte$/;
/** Most people come to a table before its game begins. */
const LOBBY = /\/src\/table\/Lobby\.svelte$/;
const GAME = /\/src\/games\/(\w+)\/index\.ts$/;
const BOARD = /\/src\/games\/\w+\/Board\.svelte$/;
const GAMES = join(dirname(fileURLToPath(import.meta.url)), '../src/games');
const boards = readdirSync(GAMES).filter((game) => existsSync(join(GAMES, game, 'Board.svelte')));

/** The files, the most needed first; what only one part needs is in the file of that part. */
const files: Group[] = [
  group('page', (needed) => needed.by(MAIN) > 0 || needed.alsoBy(TABLE) || needed.by(GAME) > 1),
  group('boards', (needed) => needed.by(BOARD) === boards.length),
  // What some boards share, but not all, is for dice.
  group('dice', (needed) => needed.by(BOARD) > 1),
  group('around', (needed) => needed.by(LOBBY) > 0 || needed.alsoBy(AROUND)),
  { debugName: 'game', name: (id, context) => neededBy(id, context).game },
];

export const chunks = files.map((file, index) => ({ ...file, priority: files.length - index }));

function group(file: string, has: (needed: Needed) => boolean): Group {
  return {
    debugName: file,
    name: (id, context) => (has(neededBy(id, context)) ? file : null),
  };
}

function neededBy(id: string, context: Context): Needed {
  const parts = new Set<string>();
  const seen = new Set([id]);
  for (const one of seen) {
    const module = context.getModuleInfo(one);
    if (!module) continue;
    if (module.isEntry || module.dynamicImporters.length) parts.add(one);
    for (const importer of module.importers) seen.add(importer);
  }
  return new Needed(parts);
}
