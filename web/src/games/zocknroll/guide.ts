/** A first game of Zock'n'Roll. */

import { guide as t } from './messages';
import { rowName } from './sentences';
import type { Wire } from './wire';
import { guidedGame, own } from '../../learn/lessons';

type Key = Parameters<typeof t>[0];

export default guidedGame<Wire, Key>({
  players: 3,
  t,
  facts: ({ own_dice: own, white_dice, marks_per_row: marks }) => ({
    own,
    marks,
    rounds: white_dice.length,
    won: rowName('won-third'),
    left: rowName('left-first'),
  }),
  situations: [
    { say: 'over', clause: 'R11', when: ({ view }) => view.phase === 'over' },
    { say: 'white', clause: 'R3', when: ({ view, acting }) => view.phase === 'white' && acting },
    { say: 'nothing', clause: 'R8', when: ({ moves }) => moves.includes('leave -') },
    {
      say: 'round-1',
      clause: 'R5',
      when: ({ view, moves }) => view.phase === 'decide' && moves.length > 0 && view.round === 1,
    },
    {
      say: 'round-2',
      clause: 'R5',
      when: ({ view, moves }) => view.phase === 'decide' && moves.length > 0,
    },
    {
      say: 'mark-tie',
      clause: 'R7',
      when: ({ view, moves }) => moves.length > 0 && (view.winners?.length ?? 0) > 1,
    },
    {
      say: 'mark',
      clause: 'R6',
      when: ({ view, moves }) => view.phase === 'mark' && !!moves.length,
    },
    { say: 'deciding', clause: 'R4', when: ({ view }) => view.phase === 'decide' },
    { say: 'other', clause: 'R3', when: () => true },
  ],
  discoveries: [
    { say: 'starter', clause: 'R2', when: (event) => event.event === 'starts' },
    {
      say: 'cup',
      clause: 'R3',
      when: (event, scene) => event.event === 'threw' && own(event, scene),
    },
    { say: 'white-thrown', clause: 'R5', when: (event) => event.event === 'white' },
    {
      say: 'stayed',
      clause: 'R6',
      when: (event, scene) => event.event === 'stayed' && own(event, scene),
    },
    {
      say: 'other-left',
      clause: 'R4',
      when: (event, scene) => event.event === 'left' && !own(event, scene),
    },
    {
      say: 'left',
      clause: 'R5',
      when: (event, scene) => event.event === 'left' && own(event, scene),
    },
    {
      say: 'crossed',
      clause: 'R11',
      when: (event, scene) => event.event === 'crossed' && own(event, scene),
    },
    { say: 'highest', clause: 'R6', when: (event) => event.event === 'highest' },
    {
      say: 'tie',
      clause: 'R7',
      when: (event, { tally }) => event.event === 'highest' && tally.round_winner === null,
    },
    {
      say: 'nearly-full',
      clause: 'R11',
      when: (event, { view, layout }) =>
        event.event === 'crossed' &&
        view.crosses.some((rows) =>
          Object.values(rows).some((count) => count >= layout.marks_per_row - 1),
        ),
    },
  ],
});
