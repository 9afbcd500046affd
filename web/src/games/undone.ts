import type * as wire from '../lib/wire';
import { words } from '../lib/words.svelte';
import { tableWords } from '../messages/table';

const t = words(tableWords);

/** What is told alike of any game with dice: a move was taken back, or a real throw had been misread. */
export function undone({ event }: wire.EventNews): string {
  return event === 'takeback' || event === 'contest' ? t(`told-${event}`) : '';
}
