/** Lists the files of the page, so that the service worker can keep them for times without a connection. */

import type { Plugin } from 'vite';

/** What nobody needs without a server. */
const NOT_OFFLINE = /^assets\/Admin-|\.html$/;

export function files(): Plugin {
  return {
    name: 'files',
    apply: 'build',
    generateBundle(_, bundle) {
      const names = Object.keys(bundle).filter((name) => !NOT_OFFLINE.test(name));
      this.emitFile({
        type: 'asset',
        fileName: 'files.json',
        source: JSON.stringify(names.sort()),
      });
    },
  };
}
