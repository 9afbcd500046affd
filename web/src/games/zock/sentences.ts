import type * as wire from '../../lib/wire';
import { list } from '../../lib/messages.svelte';
import { board as t } from './messages';
import { commonSentence } from '../commonSentences';
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
export function sentence(
  event: wire.EventInfo,
  names: readonly string[],
  { colours }: Layout,
): string {
  const name = event.seat === null ? '' : (names[event.seat] ?? '');
  const detail = event.detail ?? '';
  switch (event.event) {
    case 'threw':
      return t('threw', { name, dice: row(detail) });
    case 'covered':
    case 'opened':
      return t(event.event, { name, fields: row(fieldsOf(detail)) });
    case 'sat-out':
      return t('sat-out', { name });
    case 'objected':
      return t(detail === 'founded' ? 'objected-founded' : 'objected-unfounded', { name });
    case 'let-stand':
      return t('let-it-stand', { name });
    case 'won':
      return t('won', { name, n: Number(detail) });
    case 'paid': {
      const { paid, change } = payment(detail, colours);
      const key = change.length ? 'paid-changed' : 'paid';
      return t(key, { name, chips: chips(paid), change: chips(change) });
    }
    default:
      return commonSentence(event);
  }
}
