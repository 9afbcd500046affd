import type * as wire from '../../lib/wire';
import { list } from '../../lib/messages.svelte';
import { board as t } from './messages';
import { commonSentence } from '../commonSentences';
import { startSentence } from '../../parts/startRolls';
import { joined, subject, type Reader } from '../subject';
import { fieldsOf, payment, type Colour } from './notation';
import type { Layout } from './wire';

export interface SentenceContext extends Reader {
  layout: Layout;
}

/** Numbers in a row, such as fields or the dice of a throw. */
export function row(numbers: Iterable<string | number>): string {
  return list([...numbers].map(String));
}

function chips(moved: [Colour, number][]): string {
  return list(moved.map(([colour, n]) => t('some-chips', { n, colour: t(colour) })));
}

/** A step of ZOCK in a line. */
export function tell({ events }: wire.StepInfo, context: SentenceContext): string {
  return startSentence(events, context) || joined(events.map((event) => sentence(event, context)));
}

/** What an event of ZOCK means, in a sentence. */
export function sentence(event: wire.EventInfo, context: SentenceContext): string {
  const who = subject(event.seat, context);
  const detail = event.detail ?? '';
  switch (event.event) {
    case 'threw':
      return t('threw', { ...who, dice: row(detail) });
    case 'covered':
    case 'opened':
      return t(event.event, { ...who, fields: row(fieldsOf(detail)) });
    case 'sat-out':
      return t('sat-out', who);
    case 'objected':
      return t(detail === 'founded' ? 'objected-founded' : 'objected-unfounded', who);
    case 'let-stand':
      return t('let-it-stand', who);
    case 'won':
      return t('won', { ...who, n: Number(detail) });
    case 'paid': {
      const { paid, change } = payment(detail, context.layout.colours);
      const key = change.length ? 'paid-changed' : 'paid';
      return t(key, { ...who, chips: chips(paid), change: chips(change) });
    }
    default:
      return commonSentence(event);
  }
}

/**
 * A step as it is announced: of the turns of others only what came of them, in one sentence with the roll
 * that led there.
 */
export function aloud(step: wire.StepInfo, dice: string, context: SentenceContext): string {
  const [first, ...more] = step.events;
  if (!first || first.seat === context.seat) return tell(step, context);
  if (first.event === 'threw') return startSentence(step.events, context);
  if (first.event !== 'covered' && first.event !== 'sat-out') return tell(step, context);
  const said = {
    ...subject(first.seat, context),
    dice: row(dice),
    fields: row(fieldsOf(first.detail ?? '')),
  };
  return joined([t(`turn-${first.event}`, said), ...more.map((event) => sentence(event, context))]);
}
