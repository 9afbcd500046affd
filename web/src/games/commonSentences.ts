import type * as wire from '../lib/wire';
import { table as t } from '../messages';

/** Sentences that all games share: a move was taken back, or a real roll was entered wrongly. */
export function commonSentence({ event }: wire.EventInfo): string {
  return event === 'takeback' || event === 'contest' ? t(`log-${event}`) : '';
}
