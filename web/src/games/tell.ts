import type * as wire from '../lib/wire';
import { genericBoard as t } from '../messages';
import { commonSentence } from './commonSentences';
import type { GamePage, SentenceContext } from './contract';
import { words } from './readable';
import { joined } from './subject';

/** A step in one sentence; a game that has no words for it shows its events as they are. */
export function tell(page: GamePage, step: wire.StepInfo, context: SentenceContext): string {
  if (page.tell) return page.tell(step, context);
  return joined(step.events.map((event) => plainSentence(event, context.names)));
}

/** An event of any game, with the words of the server. */
export function plainSentence(event: wire.EventInfo, names: readonly string[]): string {
  const what = [words(event.event), event.detail].filter(Boolean).join(' ');
  const plain = event.seat === null ? what : t('happened', { name: names[event.seat] ?? '', what });
  return commonSentence(event) || plain;
}
