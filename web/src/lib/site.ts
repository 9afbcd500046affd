/**
 * Where this page is: on a server of ours, or a site of static files in any folder of any host.
 *
 * A static host knows no address but that of the page itself. There the path of every page comes after a
 * question mark: `/folder/?/rules/GAME#clause` is `/rules/GAME#clause` everywhere else.
 */

const MODE = 'meta[name="stammtisch-mode"]';

/** Whether there is no server, so that this device does everything itself. */
export const isSite = document.querySelector(MODE)?.getAttribute('content') === 'site';

/** The folder of the page, with a slash at its end. */
export const ROOT = isSite ? new URL('.', location.href).pathname : '/';

/** What a browser has to ask for to see a page of ours. */
export function addressOf(path: string, site = isSite, root = ROOT): string {
  if (!site) return path;
  const bare = path.replace(/^\/(?=#|$)/, '');
  return root + (bare && !bare.startsWith('#') ? `?${bare}` : bare);
}

/** The path, query and fragment of the page that is at an address of this site or server. */
export function pathOf({ pathname, search, hash }: URL, site = isSite, root = ROOT): string {
  if (site && search.startsWith('?/')) return search.slice(1) + hash;
  return (site && pathname.startsWith(root) ? '/' : pathname) + search + hash;
}

/** The file of the page, wherever that is. */
export const fileOf = (path: string): string => ROOT + path;

const ABOUT = /^\/api\/games(?:\/(\w+)\/rules\?lang=(\w+))?$/;

/** The file of a static site that has the answer to a request about its games, where there is one. */
export function fileAbout(path: string, site = isSite): string | undefined {
  const [known, game, language] = ABOUT.exec(path) ?? [];
  if (!site || !known) return undefined;
  return fileOf(game ? `answers/${game}.${language}.json` : 'answers/games.json');
}
