/** Puts code that is needed together into one file, because every file costs a request. */

import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Context = Rolldown.ChunkingContext;
/** The parts of the page, each loaded on its own, that cannot do without a module. */
type Needed = ReadonlySet<string>;

const OFFLINE = /\/offline\.html$/;
const MAIN = /\/index\.html$/;
const TABLE = /\/src\/pages\/TablePage\.svelte$/;
const BOARD = /\/src\/games\/\w+\/Board\.svelte$/;

/** What only one part needs is in the file of that part. */
export const chunks: Group[] = [
  // All that the page without a connection shares with the others.
  group('core', (by, all) => by(OFFLINE) > 0 && all > 1),
  group('page', (by, all) => by(MAIN) > 0 || (by(TABLE) > 0 && all > 1)),
  group('boards', (by) => by(BOARD) > 1),
].map((one, index, { length }) => ({ ...one, priority: length - index }));

function group(name: string, has: (by: (part: RegExp) => number, all: number) => boolean): Group {
  return {
    debugName: name,
    name: (id, context) => {
      const needed = neededBy(id, context);
      const by = (part: RegExp): number => [...needed].filter((one) => part.test(one)).length;
      return has(by, needed.size) ? name : null;
    },
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
  return parts;
}
