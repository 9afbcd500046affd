/** Moves of Kniffel in words, from their notation. */

import { locale } from '../../lib/messages.svelte';
import { moves as t } from './messages';

export function moveInWords(move: string): string {
  const [verb = '', what = ''] = move.split(' ');
  if (verb === 'score') return t('score', { row: boxInSentence(what) });
  return what === '-' ? t('keep-none') : t('keep', { dice: [...what].join(' ') });
}

/** The name of a box as it is written within a sentence. */
function boxInSentence(box: string): string {
  return locale.find('kniffel/moves', box) ?? box;
}
