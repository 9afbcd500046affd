/** A first game of ZOCK. */

import { guide as t } from './messages';
import type { Layout, Wire } from './wire';
import type * as wire from '../../lib/wire';
import { guidedGame, own, type Scene } from '../../learn/lessons';

/** Up to this many open fields are few. */
const FEW = 2;

type Key = Parameters<typeof t>[0];

function thrown(detail: string | undefined): { sum: number; equal: boolean } {
  const [one = 0, other = 0] = [...(detail ?? '')].map(Number);
  return { sum: one + other, equal: one === other };
}

/** The fields that a sum beyond the row covers; undefined where the sum is a field of its own. */
function fieldsBeyond(sum: number, { fields, sum_fields }: Layout): number[] | undefined {
  return fields.includes(sum) ? undefined : (sum_fields[sum] ?? []);
}

/** Somebody is to move with these dice; a roll that decides who begins is no move. */
function rolled(event: wire.EventInfo, scene: Scene<Wire>): boolean {
  return event.event === 'threw' && scene.view.phase === 'move';
}

function nearlyDone(row: readonly number[] | undefined): boolean {
  return row !== undefined && row.length <= FEW;
}

export default guidedGame<Wire, Key>({
  players: 2,
  t,
  facts: ({ fields, sum_fields }) => ({
    n: fields.length,
    highest: Math.max(...Object.keys(sum_fields).map(Number)) / 2,
  }),
  situations: [
    { say: 'over', clause: 'Z9', when: ({ view }) => view.phase === 'over' },
    { say: 'begin', clause: 'Z2', when: ({ view, acting }) => view.phase === 'begin' && acting },
    { say: 'begin-other', clause: 'Z2', when: ({ view }) => view.phase === 'begin' },
    { say: 'throw', clause: 'Z3', when: ({ view, acting }) => view.phase === 'throw' && acting },
    { say: 'sit-out', clause: 'Z8', when: ({ moves }) => moves.join() === 'none' },
    { say: 'only-one', clause: 'Z8', when: ({ moves }) => moves.length === 1 },
    { say: 'cover', clause: 'Z3', when: ({ moves }) => moves.length > 1 },
    { say: 'other', clause: 'Z3', when: () => true },
  ],
  discoveries: [
    {
      say: 'ten',
      clause: 'Z6',
      when: (event, scene) =>
        rolled(event, scene) && !!fieldsBeyond(thrown(event.detail).sum, scene.layout)?.length,
    },
    {
      say: 'eleven',
      clause: 'Z7',
      when: (event, scene) =>
        rolled(event, scene) && fieldsBeyond(thrown(event.detail).sum, scene.layout)?.length === 0,
    },
    {
      say: 'equal',
      clause: 'Z5',
      when: (event, scene) => rolled(event, scene) && thrown(event.detail).equal,
    },
    {
      say: 'covered',
      clause: 'Z9',
      when: (event, scene) => event.event === 'covered' && own(event, scene),
    },
    {
      say: 'sat-out',
      clause: 'Z8',
      when: (event, scene) => event.event === 'sat-out' && own(event, scene),
    },
    {
      say: 'other-sat-out',
      clause: 'Z8',
      when: (event, scene) => event.event === 'sat-out' && !own(event, scene),
    },
    {
      say: 'last-fields',
      clause: 'Z9',
      when: (event, scene) =>
        event.event === 'covered' && own(event, scene) && nearlyDone(scene.view.open[scene.seat]),
    },
    {
      say: 'other-last-fields',
      clause: 'Z9',
      when: (event, scene) =>
        event.event === 'covered' &&
        !own(event, scene) &&
        nearlyDone(scene.view.open[1 - scene.seat]),
    },
  ],
});
