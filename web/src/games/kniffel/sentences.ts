import type * as wire from '../../lib/wire';
import { list } from '../../lib/messages.svelte';
import { board as t } from './messages';
import { commonSentence } from '../commonSentences';
import { boxNamed } from './boxes';
import type { Layout } from './wire';

/** The faces of a throw in a row. */
export function faces(dice: string): string {
  return list([...dice]);
}

/** What an event of Kniffel means, in a sentence. */
export function sentence(event: wire.EventInfo, names: readonly string[], layout: Layout): string {
  const name = event.seat === null ? '' : (names[event.seat] ?? '');
  const detail = event.detail ?? '';
  switch (event.event) {
    case 'threw':
      return t('threw', { name, dice: faces(detail) });
    case 'kept':
      return detail === '-' ? t('kept-none', { name }) : t('kept', { name, dice: faces(detail) });
    case 'scored': {
      const [written, points] = detail.split(' ');
      const box = boxNamed(layout, written);
      return box ? t('scored', { name, n: Number(points), box: t(box) }) : '';
    }
    case 'bonus':
    case 'won':
      return t(event.event, { name, n: Number(detail) });
    default:
      return commonSentence(event);
  }
}
