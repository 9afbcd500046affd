import type * as wire from '../lib/wire';
import { genericBoard as t } from '../messages';
import { commonSentence } from './commonSentences';
import type { GamePage, Told } from './contract';
import { words } from './readable';

/** A step in one sentence; a game that has no words for it shows its events as they are. */
export function tell(page: GamePage, step: wire.StepInfo, told: Told): string {
  return page.tell?.(step, told) ?? joined(step, (event) => plainSentence(event, told.names));
}

/** The sentences of all events of a step, where a game tells them one by one. */
export function joined(
  step: Pick<wire.StepInfo, 'events'>,
  say: (event: wire.EventInfo) => string,
): string {
  const sentences = step.events.map(say).filter(Boolean);
  return sentences.map((text) => (text.endsWith('.') ? text : `${text}.`)).join(' ');
}

/** An event of any game, with the words of the server. */
export function plainSentence(event: wire.EventInfo, names: readonly string[]): string {
  const what = [words(event.event), event.detail].filter(Boolean).join(' ');
  const plain = event.seat === null ? what : t('happened', { name: names[event.seat] ?? '', what });
  return commonSentence(event) || plain;
}
