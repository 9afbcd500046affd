import type * as wire from '../../lib/wire';
import { list } from '../../lib/messages.svelte';
import { board as t } from './messages';
import { undone } from '../sharedSentences';
import type { Box } from './view';

/** The faces of a throw in a row. */
export function faces(dice: string): string {
  return list([...dice]);
}

/** What an event of Kniffel means, in a sentence. */
export function sentence(event: wire.EventNews, names: readonly string[]): string {
  const name = event.seat === null ? '' : (names[event.seat] ?? '');
  const detail = event.detail ?? '';
  switch (event.event) {
    case 'threw':
      return t('threw', { name, dice: faces(detail) });
    case 'kept':
      return detail === '-' ? t('kept-none', { name }) : t('kept', { name, dice: faces(detail) });
    case 'scored': {
      const [box, points] = detail.split(' ');
      return t('scored', { name, n: Number(points), box: t(box as Box) });
    }
    case 'bonus':
    case 'won':
      return t(event.event, { name, n: Number(detail) });
    default:
      return undone(event);
  }
}
