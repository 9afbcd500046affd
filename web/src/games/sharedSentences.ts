import type * as wire from '../lib/wire';
import { table as t } from '../messages';

/** What is told alike of any game with dice: a move was taken back, or a real throw had been misread. */
export function sharedSentence({ event }: wire.EventInfo): string {
  return event === 'takeback' || event === 'contest' ? t(`log-${event}`) : '';
}
