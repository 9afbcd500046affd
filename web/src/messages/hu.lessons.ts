/** What introductions and guides say in this language: loaded when somebody wants to learn a game. */

import type { Catalogue } from '../lib/messages.svelte';

export default import.meta.glob<Catalogue[string]>(
  '../games/*/messages/hu/{guide,introduction}.json',
  { eager: true, import: 'default' },
) satisfies Catalogue;
