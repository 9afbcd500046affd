import { describe, expect, test } from 'vitest';
import { receivedIn, Traces } from '../../../src/games/tock/traces';
import type * as wire from '../../../src/lib/wire';
import { BOARD } from './board';

type Event = [event: string, seat: number, detail?: string];

function history(...steps: Event[][]): wire.StepInfo[] {
  return steps.map((events, n) => ({
    n: n + 1,
    events: events.map(([event, seat, detail = '']) => ({ event, seat, detail })),
  }));
}

const MOVES = history(
  [
    ['played', 0, 'KS'],
    ['entered', 0, '0a ->0'],
  ],
  [
    ['played', 1, 'AH'],
    ['entered', 1, '1a ->10'],
  ],
  [
    ['played', 0, '5H'],
    ['moved', 0, '0a 0>5'],
  ],
);

function marked(steps: wire.StepInfo[]): [seat: number, stone: string, from: string, to: string][] {
  return new Traces(steps, BOARD).latest.flatMap(({ seat, paths }) =>
    paths.map(({ stone, way }): [number, string, string, string] => [
      seat,
      stone,
      way[0] ?? '',
      way.at(-1) ?? '',
    ]),
  );
}

describe('traces on the board', () => {
  test('the last move of every player stays until their next', () => {
    expect(marked(MOVES.slice(0, 2))).toEqual([
      [0, '0a', '-', '0'],
      [1, '1a', '-', '10'],
    ]);
    expect(marked(MOVES)).toEqual([
      [0, '0a', '0', '5'],
      [1, '1a', '-', '10'],
    ]);
  });

  test('all parts of a seven are one move', () => {
    const parts = history(
      [
        ['played', 0, '7H'],
        ['moved', 0, '0a 0>3'],
      ],
      [['moved', 0, '0b 20>24']],
    );
    expect(marked(parts).map(([, stone]) => stone)).toEqual(['0a', '0b']);
  });

  test('a stone that goes on in the next part of a seven leaves one way', () => {
    const parts = history(
      [
        ['played', 0, '7H'],
        ['moved', 0, '0a 0>3'],
      ],
      [['moved', 0, '0b 20>21']],
      [['moved', 0, '0a 3>6']],
    );
    expect(marked(parts)).toEqual([
      [0, '0a', '0', '6'],
      [0, '0b', '20', '21'],
    ]);
  });

  test('who folds leaves nothing', () => {
    const folded = [...MOVES, { n: 4, events: [{ event: 'folded', seat: 1, detail: '5S' }] }];
    expect(marked(folded).map(([seat]) => seat)).toEqual([0]);
  });

  test('a hit shows where it was, until the one who was hit has played', () => {
    const hit = history(
      [
        ['played', 0, '5H'],
        ['moved', 0, '0a 0>5'],
      ],
      [
        ['played', 1, '5S'],
        ['moved', 1, '1a 0>5'],
        ['hit', 0, '0a'],
      ],
    );
    const own = new Traces(hit, BOARD).hitSince(0);
    expect(own).toEqual([{ n: 2, stone: '0a', place: '5', by: 1 }]);
    expect(new Traces(hit, BOARD).hitSince(1)).toEqual([]);
    expect(new Traces(hit, BOARD).hitSince(null)).toEqual([]);
    const after = [...hit, { n: 3, events: [{ event: 'folded', seat: 0, detail: '9S' }] }];
    expect(new Traces(after, BOARD).hitSince(0)).toEqual([]);
  });

  test('a swap leads each stone to where the other was', () => {
    const swap = [
      ...MOVES,
      {
        n: 4,
        events: [
          { event: 'played', seat: 1, detail: 'JS' },
          { event: 'swapped', seat: 1, detail: '1a<>0a' },
        ],
      },
    ];
    expect(new Traces(swap, BOARD).of(4).map(({ way }) => way)).toEqual([
      ['10', '5'],
      ['5', '10'],
    ]);
  });

  test('a step shows its way, and a stone the step that brought it here', () => {
    const traces = new Traces(MOVES, BOARD);
    expect(traces.of(3).map(({ way }) => way)).toEqual([['0', '1', '2', '3', '4', '5']]);
    expect([traces.of(null), traces.of(99)]).toEqual([[], []]);
    expect(['0a', '1a', '0b'].map((stone) => traces.stepOf(stone))).toEqual([3, 2, null]);
  });

  test('what was taken back is gone, and what was before it is back', () => {
    const undone = [...MOVES, { n: 4, events: [{ event: 'takeback', seat: 0 }] }];
    expect(marked(undone)).toEqual(marked(MOVES.slice(0, 2)));
    const further = [...undone, { n: 5, events: [{ event: 'takeback', seat: 0 }] }];
    expect(marked(further)).toEqual([]);
    expect(new Traces(further, BOARD).stepOf('0a')).toBeNull();
  });

  test('a roll that was entered wrongly takes nothing else with it', () => {
    const contested = [
      ...MOVES,
      { n: 4, events: [{ event: 'dealt', seat: 0, detail: '5H' }] },
      { n: 5, events: [{ event: 'contest', seat: 1 }] },
    ];
    expect(marked(contested)).toEqual(marked(MOVES));
  });

  test('a stone that stood on its start from the beginning is hit where it was', () => {
    const free = history(
      [
        ['played', 0, '5H'],
        ['moved', 0, '0a 0>5'],
      ],
      [
        ['played', 1, '7S'],
        ['moved', 1, '1a 2>8'],
        ['hit', 0, '0a'],
      ],
    );
    expect(new Traces(free, BOARD).of(2)[1]?.way).toEqual(['5', '-']);
  });
});

describe('the card that was passed on', () => {
  test('is known to its receiver until the next deal', () => {
    const steps = history(
      [['dealt', 0, '5H']],
      [
        ['gave', 1, ''],
        ['received', 0, 'QS'],
        ['received', 1, '?'],
      ],
    );
    expect([receivedIn(steps, 0), receivedIn(steps, null)]).toEqual(['QS', null]);
    const dealt = [...steps, { n: 3, events: [{ event: 'dealt', seat: 0, detail: '6H' }] }];
    expect(receivedIn(dealt, 0)).toBeNull();
  });
});
