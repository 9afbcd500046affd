import type * as wire from '../../lib/wire';
import { list } from '../../lib/messages.svelte';
import { board as t } from './messages';
import { commonSentence } from '../commonSentences';
import { startSentence } from '../../parts/startRolls';
import { joined, subject, type Reader } from '../subject';
import { boxNamed } from './boxes';
import type { Layout } from './wire';

export interface SentenceContext extends Reader {
  layout: Layout;
}

/** The faces of a throw in a row. */
export function faces(dice: string): string {
  return list([...dice]);
}

/** A step of Kniffel in a line. */
export function tell({ events }: wire.StepInfo, context: SentenceContext): string {
  return startSentence(events, context) || joined(events.map((event) => sentence(event, context)));
}

/** What an event of Kniffel means, in a sentence. */
function sentence(event: wire.EventInfo, context: SentenceContext): string {
  const who = subject(event.seat, context);
  const detail = event.detail ?? '';
  switch (event.event) {
    case 'threw':
      return t('threw', { ...who, dice: faces(detail) });
    case 'kept':
      return detail === '-' ? t('kept-none', who) : t('kept', { ...who, dice: faces(detail) });
    case 'scored': {
      const written = scored(event, context.layout);
      return written ? t('scored', { ...who, ...written }) : '';
    }
    case 'bonus':
    case 'won':
      return t(event.event, { ...who, n: Number(detail) });
    default:
      return commonSentence(event);
  }
}

function scored(event: wire.EventInfo, layout: Layout): { box: string; n: number } | undefined {
  const [written, points] = (event.detail ?? '').split(' ');
  const box = boxNamed(layout, written);
  return box && { box: t(box), n: Number(points) };
}

/**
 * A step as it is announced: of the turns of others only what they wrote, in one sentence with the dice
 * they wrote it for.
 */
export function aloud(step: wire.StepInfo, dice: string, context: SentenceContext): string {
  const [first, ...more] = step.events;
  if (!first || first.seat === context.seat) return tell(step, context);
  if (first.event === 'threw') return startSentence(step.events, context);
  if (first.event === 'kept') return '';
  const written = first.event === 'scored' ? scored(first, context.layout) : undefined;
  if (!written) return tell(step, context);
  const said = { ...subject(first.seat, context), ...written, dice: faces(dice) };
  return joined([t('turn-scored', said), ...more.map((event) => sentence(event, context))]);
}
