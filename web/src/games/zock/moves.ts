/** Moves of ZOCK in words, from their notation. */

import { list } from '../../lib/messages.svelte';
import { moves as t } from './messages';

export function moveInWords(move: string): string {
  if (move === 'none' || move === 'object' || move === 'throw') return t(move);
  return t('cover', { fields: list(move.split('+')) });
}
