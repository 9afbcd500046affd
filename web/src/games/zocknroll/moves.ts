/** Moves of Zock'n'Roll in words, from their notation. */

import { locale } from '../../lib/messages.svelte';
import { moves as t } from './messages';

export function moveInWords(move: string): string {
  const [verb = '', what = ''] = move.split(' ');
  if (verb === 'stay') return t('stay');
  if (what === '-') return t(verb === 'leave' ? 'leave-none' : 'mark-none');
  return t(verb === 'leave' ? 'leave' : 'mark', { row: rowInSentence(what) });
}

/** The name of a row as it is written within a sentence. */
function rowInSentence(row: string): string {
  return locale.find('zocknroll/moves', row) ?? row;
}
