/** A first game of Kniffel. */

import type * as wire from '../../lib/wire';
import { guide as t } from './messages';
import type { BoxName, Layout, Wire } from './wire';
import { guidedGame, own, type Scene } from '../../learn/lessons';

type Key = Parameters<typeof t>[0];

/** The box and the points of an event that fills one. */
function written(event: wire.EventInfo): { box: string; points: number } | null {
  if (event.event !== 'scored') return null;
  const [box = '', points] = (event.detail ?? '').split(' ');
  return { box, points: Number(points) };
}

function wrote(event: wire.EventInfo, boxes: readonly string[]): boolean {
  const found = written(event);
  return found !== null && found.points > 0 && boxes.includes(found.box);
}

function upperBoxes({ boxes }: Layout): string[] {
  return boxes.filter(({ part }) => part === 'upper').map(({ box }) => box);
}

function facts({ dice, throws, boxes, upper_goal: goal, upper_bonus: bonus }: Layout) {
  const points = (name: BoxName): number => boxes.find(({ box }) => box === name)?.points ?? 0;
  return {
    dice,
    throws,
    boxes: boxes.length,
    goal,
    bonus,
    full: points('full-house'),
    small: points('small-straight'),
    large: points('large-straight'),
    kniffel: points('kniffel'),
  };
}

/** Whatever is written now, it is a 0. */
function allZero({ moves, labels }: Scene<Wire>): boolean {
  return moves.every((move, index) => move.startsWith('score') && labels[index] === '0');
}

export default guidedGame<Wire, Key>({
  players: 2,
  t,
  facts,
  situations: [
    { say: 'over', clause: 'K13', when: ({ view }) => view.phase === 'over' },
    { say: 'begin', clause: 'K2', when: ({ view, acting }) => view.phase === 'begin' && acting },
    { say: 'begin-other', clause: 'K2', when: ({ view }) => view.phase === 'begin' },
    {
      say: 'throw',
      clause: 'K3',
      when: ({ view, acting }) => view.phase === 'throw' && acting && !view.throws,
    },
    {
      say: 'throw-again',
      clause: 'K3',
      when: ({ view, acting }) => view.phase === 'throw' && acting,
    },
    {
      say: 'joker',
      clause: 'K11',
      when: ({ acting, tally }) => acting && tally.joker,
    },
    {
      say: 'keep',
      clause: 'K3',
      when: ({ moves }) => moves.some((move) => move.startsWith('keep')),
    },
    { say: 'strike', clause: 'K4', when: (scene) => scene.moves.length > 0 && allZero(scene) },
    { say: 'write', clause: 'K4', when: ({ moves }) => moves.length > 0 },
    { say: 'other', clause: 'K3', when: () => true },
  ],
  discoveries: [
    {
      say: 'kept',
      clause: 'K3',
      when: (event, scene) => event.event === 'kept' && own(event, scene),
    },
    {
      say: 'written',
      clause: 'K4',
      when: (event, scene) => own(event, scene) && (written(event)?.points ?? 0) > 0,
    },
    {
      say: 'struck',
      clause: 'K4',
      when: (event, scene) => own(event, scene) && written(event)?.points === 0,
    },
    {
      say: 'upper-bonus',
      clause: 'K6',
      when: (event, scene) => own(event, scene) && wrote(event, upperBoxes(scene.layout)),
    },
    {
      say: 'of-a-kind',
      clause: 'K7',
      when: (event) => wrote(event, ['three-kind', 'four-kind']),
    },
    { say: 'full-house', clause: 'K8', when: (event) => wrote(event, ['full-house']) },
    {
      say: 'straight',
      clause: 'K9',
      when: (event) => wrote(event, ['small-straight', 'large-straight']),
    },
    { say: 'kniffel', clause: 'K10', when: (event) => wrote(event, ['kniffel']) },
    { say: 'bonus', clause: 'K12', when: (event) => event.event === 'bonus' },
    {
      say: 'last-box',
      clause: 'K4',
      when: (event, { view, layout, seat }) =>
        event.event === 'scored' &&
        event.seat === seat &&
        Object.keys(view.sheets[seat] ?? {}).length === layout.boxes.length - 1,
    },
  ],
});
