/** Every text of this language but lessons, the games' own included, in one file to load. */

import type { Catalogue } from '../lib/messages.svelte';

export default import.meta.glob<Catalogue[string]>(
  [
    './de/*.json',
    '../games/*/messages/de/*.json',
    '!../games/*/messages/de/{guide,introduction}.json',
  ],
  { eager: true, import: 'default' },
) satisfies Catalogue;
