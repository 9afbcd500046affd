/** A first game of Tock, two against each other. */

import type * as wire from '../../lib/wire';
import { guide as t } from './messages';
import type { Wire } from './wire';
import { guidedGame, own } from '../../learn/lessons';

type Key = Parameters<typeof t>[0];

function played(event: wire.EventInfo, card: string): boolean {
  return event.event === 'played' && (event.detail ?? '').startsWith(card);
}

function moved(event: wire.EventInfo, place: string): boolean {
  return event.event === 'moved' && (event.detail ?? '').includes(`>${place}`);
}

export default guidedGame<Wire, Key>({
  players: 2,
  t,
  situations: [
    { say: 'over', clause: 'T27', when: ({ view }) => view.phase === 'over' },
    { say: 'give', clause: 'T10', when: ({ view, acting }) => view.phase === 'give' && acting },
    { say: 'given', clause: 'T10', when: ({ view }) => view.phase === 'give' },
    { say: 'fold', clause: 'T12', when: ({ moves }) => moves.join() === 'fold' },
    {
      say: 'seven',
      clause: 'T20',
      when: ({ view, moves }) => view.phase === 'seven' && moves.length > 0,
    },
    {
      say: 'enter',
      clause: 'T17',
      when: ({ moves }) => moves.some((move) => move.endsWith(' in')),
    },
    { say: 'play', clause: 'T13', when: ({ moves }) => moves.length > 0 },
    { say: 'draw', clause: 'T19', when: ({ view, acting }) => view.phase === 'draw' && acting },
    { say: 'deal-own', clause: 'T8', when: ({ view, acting }) => view.phase === 'deal' && acting },
    { say: 'deal', clause: 'T8', when: ({ view }) => view.phase === 'deal' },
    { say: 'other', clause: 'T11', when: () => true },
  ],
  discoveries: [
    { say: 'dealt', clause: 'T13', when: (event) => event.event === 'dealt' },
    {
      say: 'received',
      clause: 'T10',
      when: (event, scene) => event.event === 'received' && own(event, scene),
    },
    {
      say: 'entered',
      clause: 'T18',
      when: (event, scene) => event.event === 'entered' && own(event, scene),
    },
    {
      say: 'moved',
      clause: 'T15',
      when: (event, scene) => event.event === 'moved' && own(event, scene),
    },
    { say: 'seven-played', clause: 'T21', when: (event) => played(event, '7') },
    { say: 'joker', clause: 'T13', when: (event) => played(event, 'X') },
    { say: 'swapped', clause: 'T24', when: (event) => event.event === 'swapped' },
    { say: 'drew', clause: 'T19', when: (event) => event.event === 'drew' },
    {
      say: 'was-hit',
      clause: 'T16',
      when: (event, scene) => event.event === 'hit' && own(event, scene),
    },
    {
      say: 'hit',
      clause: 'T16',
      when: (event, scene) => event.event === 'hit' && !own(event, scene),
    },
    { say: 'house', clause: 'T15', when: (event) => moved(event, 'h') },
    {
      say: 'folded',
      clause: 'T12',
      when: (event, scene) => event.event === 'folded' && own(event, scene),
    },
    {
      say: 'other-folded',
      clause: 'T12',
      when: (event, scene) => event.event === 'folded' && !own(event, scene),
    },
    {
      say: 'last-stone',
      clause: 'T27',
      when: (event, { tally, layout, seat }) =>
        event.event === 'moved' && tally.home[seat] === layout.stones.length - 1,
    },
  ],
});
