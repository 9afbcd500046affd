/** Every text of this language but lessons, the games' own included, in one file to load. */

import type { Catalogue } from '../lib/messages.svelte';

export default import.meta.glob<Catalogue[string]>(
  [
    './en/*.json',
    '../games/*/messages/en/*.json',
    '!../games/*/messages/en/{guide,introduction}.json',
  ],
  { eager: true, import: 'default' },
) satisfies Catalogue;
