/** A first game of ZOCK. */

import type { ZockView } from './view';
import { guide as t } from './messages';
import { course, own } from '../../learn/lessons';

const FEW = 2;

type Key = Parameters<typeof t>[0];

function thrown(detail: string | undefined): { sum: number; equal: boolean } {
  const [one = 0, other = 0] = [...(detail ?? '')].map(Number);
  return { sum: one + other, equal: one === other };
}

export default course<ZockView, Key>({
  players: 2,
  t,
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
        event.event === 'threw' && scene.view.phase === 'move' && thrown(event.detail).sum === 10,
    },
    {
      say: 'eleven',
      clause: 'Z7',
      when: (event, scene) =>
        event.event === 'threw' && scene.view.phase === 'move' && thrown(event.detail).sum > 10,
    },
    {
      say: 'equal',
      clause: 'Z5',
      when: (event, scene) =>
        event.event === 'threw' && scene.view.phase === 'move' && thrown(event.detail).equal,
    },
    {
      say: 'covered',
      clause: 'Z3',
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
        event.event === 'covered' &&
        own(event, scene) &&
        (scene.view.open[scene.seat]?.length ?? 9) <= FEW,
    },
    {
      say: 'other-last-fields',
      clause: 'Z9',
      when: (event, scene) =>
        event.event === 'covered' &&
        !own(event, scene) &&
        (scene.view.open[1 - scene.seat]?.length ?? 9) <= FEW,
    },
  ],
});
