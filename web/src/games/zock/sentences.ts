import type * as wire from '../../lib/wire';
import { list } from '../../lib/messages.svelte';
import { board as t } from './messages';
import { commonSentence } from '../commonSentences';
import { sayOf, type Reader } from '../who';
import { fieldsOf, payment, type Colour } from './notation';
import type { Layout } from './wire';

/** Numbers in a row, such as fields or the dice of a throw. */
export function row(numbers: Iterable<string | number>): string {
  return list([...numbers].map(String));
}

function chips(moved: [Colour, number][]): string {
  return list(moved.map(([colour, n]) => t('some-chips', { n, colour: t(colour) })));
}

/** What an event of ZOCK means, in a sentence. */
export function sentence(event: wire.EventInfo, reader: Reader, { colours }: Layout): string {
  const { seat, detail = '' } = event;
  const say = sayOf(t, reader);
  switch (event.event) {
    case 'threw':
      return say('threw', seat, { dice: row(detail) });
    case 'covered':
    case 'opened':
      return say(event.event, seat, { fields: row(fieldsOf(detail)) });
    case 'sat-out':
      return say('sat-out', seat);
    case 'objected':
      return say(detail === 'founded' ? 'objected-founded' : 'objected-unfounded', seat);
    case 'let-stand':
      return say('let-it-stand', seat);
    case 'won':
      return say('won', seat, { n: Number(detail) });
    case 'paid': {
      const { paid, change } = payment(detail, colours);
      const key = change.length ? 'paid-changed' : 'paid';
      return say(key, seat, { chips: chips(paid), change: chips(change) });
    }
    default:
      return commonSentence(event);
  }
}
