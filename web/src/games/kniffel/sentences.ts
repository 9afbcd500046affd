import type * as wire from '../../lib/wire';
import { list } from '../../lib/messages.svelte';
import { board as t } from './messages';
import { commonSentence } from '../commonSentences';
import { sayOf, type Reader } from '../who';
import { boxNamed } from './boxes';
import type { Layout } from './wire';

/** The faces of a throw in a row. */
export function faces(dice: string): string {
  return list([...dice]);
}

/** What an event of Kniffel means, in a sentence. */
export function sentence(event: wire.EventInfo, reader: Reader, layout: Layout): string {
  const { seat, detail = '' } = event;
  const say = sayOf(t, reader);
  switch (event.event) {
    case 'threw':
      return say('threw', seat, { dice: faces(detail) });
    case 'kept':
      return detail === '-' ? say('kept-none', seat) : say('kept', seat, { dice: faces(detail) });
    case 'scored': {
      const [written, points] = detail.split(' ');
      const box = boxNamed(layout, written);
      return box ? say('scored', seat, { n: Number(points), box: t(box) }) : '';
    }
    case 'bonus':
    case 'won':
      return say(event.event, seat, { n: Number(detail) });
    default:
      return commonSentence(event);
  }
}
