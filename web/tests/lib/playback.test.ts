import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Playback, SEEN, SHOWN_AT_MOST, USUAL_BEAT } from '../../src/lib/playback.svelte';
import { prefs } from '../../src/lib/prefs.svelte';
import type * as wire from '../../src/lib/wire';
import { FakeClock } from './clock';

const NOBODY = 9;
const MOVES = ['hold', 'throw'];

function step(n: number, seat: number | null = 1, known = true): wire.StepInfo {
  const position = {
    view: { at: n },
    tally: { at: n },
    turn: { kind: 'choose' as const, seats: [NOBODY] },
  };
  return { n, events: [{ event: 'rolled', seat, detail: `${n}` }], ...(known && position) };
}

/** An update after these steps; the position of the last one is the update itself. */
function position(
  steps: wire.StepInfo[] | undefined,
  parts: Partial<wire.PositionUpdate> = {},
): wire.PositionUpdate {
  const n = steps?.at(-1)?.n ?? parts.n ?? 0;
  const last = steps?.at(-1);
  const all = last && [...(steps ?? []).slice(0, -1), { n: last.n, events: last.events }];
  return {
    type: 'position',
    n,
    at: n,
    seat: 0,
    view: { at: n },
    tally: { at: n },
    turn: { kind: 'choose', seats: [0] },
    moves: MOVES,
    ...(steps && { steps: all ?? [] }),
    ...parts,
  };
}

let clock: FakeClock;
let playback: Playback;
/** What was seen and told, in its order, with the time. */
let seen: string[];

function look(): void {
  const board = playback.shown.get(0)?.view?.['at'];
  const text = playback.logged.get(0)?.at(-1)?.n ?? '-';
  const now = `board ${board}, text ${text}`;
  if (!seen.at(-1)?.endsWith(now)) seen.push(`${Math.round(clock.now)}: ${now}`);
}

function watch(milliseconds: number, every = 10): void {
  look();
  for (let passed = 0; passed < milliseconds; passed += every) {
    clock.pass(every);
    look();
  }
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  prefs.pace = 'normal';
  clock = new FakeClock();
  playback = new Playback(clock);
  seen = [];
  playback.receive(position(undefined, { n: 1 }));
});

afterEach(() => {
  prefs.pace = 'normal';
});

describe('playback', () => {
  test('shows the position at once to somebody who comes', () => {
    expect(playback.shown.get(0)?.view).toEqual({ at: 1 });
    expect(playback.shown.get(0)?.moves).toEqual(MOVES);
    expect(playback.ahead).toBe(0);
    expect(playback.cameAt.get(0)).toBe(1);
  });

  test('shows one step after another, and the text only after the picture', () => {
    playback.receive(position([step(2), step(3), step(4)]));
    watch(4 * USUAL_BEAT);
    expect(seen).toEqual([
      '0: board 2, text -',
      '560: board 2, text 2',
      '700: board 3, text 2',
      '1260: board 3, text 3',
      '1400: board 4, text 3',
      '1960: board 4, text 4',
    ]);
  });

  test('shows updates that come quickly just like one that has several steps', () => {
    for (const n of [2, 3, 4]) playback.receive(position([step(n)]));
    watch(4 * USUAL_BEAT);
    expect(seen.filter((line) => /board (\d), text \1/.test(line))).toHaveLength(3);
    expect(seen).toHaveLength(6);
  });

  test('offers moves only at the real position', () => {
    playback.receive(position([step(2)]));
    playback.receive(position([step(3)], { moves: ['hold'] }));
    expect([playback.shown.get(0)?.moves, playback.ahead]).toEqual([[], 1]);
    clock.pass(USUAL_BEAT);
    expect([playback.shown.get(0)?.moves, playback.ahead]).toEqual([['hold'], 0]);
  });

  test('leaves you your choice while others choose at the same time', () => {
    playback.receive(position([step(2), step(3)]));
    playback.receive(position([step(4)]));
    for (const n of [2, 3, 4]) {
      expect(playback.shown.get(0)).toMatchObject({ view: { at: n }, moves: MOVES, at: 4 });
      clock.pass(USUAL_BEAT);
    }
  });

  test('gives each step the time that its game says', () => {
    playback.beat = ({ n }) => n * 100;
    playback.receive(position([step(2), step(3), step(4)]));
    clock.pass(199);
    expect(playback.shown.get(0)?.view).toEqual({ at: 2 });
    clock.pass(1);
    expect(playback.shown.get(0)?.view).toEqual({ at: 3 });
    clock.pass(300);
    expect(playback.shown.get(0)?.view).toEqual({ at: 4 });
  });

  test('leaves time to read what is shown for long', () => {
    playback.beat = () => 5000;
    playback.receive(position([step(2), step(3)]));
    watch(5000);
    expect(seen).toEqual(['0: board 2, text -', '1100: board 2, text 2', '5000: board 3, text 2']);
  });

  test.each([
    ['relaxed', 1.8],
    ['normal', 1],
    ['fast', 0.45],
  ] as const)('has the pace that was chosen: %s', (pace, speed) => {
    prefs.pace = pace;
    playback.receive(position([step(2), step(3)]));
    clock.pass(USUAL_BEAT * speed - 1);
    expect(playback.ahead).toBe(1);
    clock.pass(2);
    expect(playback.ahead).toBe(0);
  });

  test('shows and tells everything at once if the reader wants it so', () => {
    prefs.pace = 'instant';
    playback.receive(position([step(2), step(3), step(4)]));
    expect(playback.shown.get(0)?.view).toEqual({ at: 4 });
    expect(playback.logged.get(0)?.map(({ n }) => n)).toEqual([2, 3, 4]);
    expect(clock.waiting).toBe(0);
  });

  test('keeps the order without movement, and then tells each step with its picture', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    playback.receive(position([step(2), step(3)]));
    watch(2 * USUAL_BEAT);
    expect(seen).toEqual(['0: board 2, text 2', '700: board 3, text 3']);
  });

  test('shows the present position at once to whoever skips, and tells all that happened', () => {
    playback.receive(position([step(2), step(3), step(4)]));
    playback.skip();
    expect(playback.shown.get(0)).toMatchObject({ view: { at: 4 }, moves: MOVES });
    expect(playback.shown.get(0)?.steps?.map(({ n }) => n)).toEqual([3, 4]);
    expect(playback.logged.get(0)?.map(({ n }) => n)).toEqual([2, 3, 4]);
    expect([playback.settled, clock.waiting]).toEqual([true, 0]);
  });

  test('shows an own step at once, whatever was still on show', () => {
    playback.receive(position([step(2)]));
    playback.skip(); // as `TableConnection.act` does
    playback.receive(position([step(3, 0)]));
    expect(playback.shown.get(0)?.view).toEqual({ at: 3 });
  });

  test('is quicker where very much waits, but gives every step its time', () => {
    const many = Array.from({ length: 50 }, (_, index) => step(index + 2));
    playback.receive(position(many));
    watch(60_000);
    const shown = new Set(seen.map((line) => /board (\d+)/.exec(line)?.[1]));
    expect(shown.size).toBe(50);
    expect(seen.at(-1)).toMatch(/board 51, text 51$/);
    expect(clock.now).toBeGreaterThan(0);
    expect(Number(seen.at(-1)?.split(':')[0])).toBeLessThan(50 * USUAL_BEAT);
  });

  test('shows every step or sums it up, however much comes at once', () => {
    const many = Array.from({ length: SHOWN_AT_MOST + 30 }, (_, index) => step(index + 2));
    playback.receive(position(many));
    watch(120_000);
    const logged = playback.logged.get(0)?.map(({ n }) => n);
    expect(logged).toEqual(many.map(({ n }) => n));
    expect(playback.summedUp).toEqual([{ from: 2, to: 32 }]);
    expect(new Set(seen.map((line) => /board (\d+)/.exec(line)?.[1])).size).toBe(SHOWN_AT_MOST);
  });

  test('sums up steps whose positions were not sent', () => {
    playback.receive(position([step(2, 1, false), step(3, 1, false), step(4), step(5)]));
    watch(3 * USUAL_BEAT);
    expect(seen[0]).toBe('0: board 4, text -');
    expect(playback.summedUp).toEqual([{ from: 2, to: 4 }]);
    expect(playback.logged.get(0)?.map(({ n }) => n)).toEqual([2, 3, 4, 5]);
  });

  test('says what is shown when it is shown: sounds do not run ahead', () => {
    const heard: string[] = [];
    playback.listen((steps) => heard.push(`${clock.now}: ${steps.map(({ n }) => n).join()}`));
    playback.receive(position([step(2), step(3)]));
    clock.pass(USUAL_BEAT);
    expect(heard).toEqual(['0: 2', '700: 3']);
  });

  test('is settled only when the last step has been told', () => {
    playback.receive(position([step(2)]));
    expect([playback.ahead, playback.settled]).toEqual([0, false]);
    clock.pass(USUAL_BEAT);
    expect(playback.settled).toBe(true);
  });

  test('takes in a change of the table without showing a step again', () => {
    playback.receive(position([step(2)]));
    playback.receive(position([], { n: 5, at: 2, view: { at: 2 }, moves: ['hold'] }));
    expect(playback.shown.get(0)).toMatchObject({ view: { at: 2 }, moves: ['hold'] });
    expect(playback.shown.get(0)?.steps?.map(({ n }) => n)).toEqual([2]);
    playback.receive(position([step(6), step(7)]));
    playback.receive(position([], { n: 9, at: 7, view: { at: 7 }, moves: ['throw'] }));
    expect(playback.shown.get(0)).toMatchObject({ view: { at: 2 }, moves: [] });
    clock.pass(3 * USUAL_BEAT);
    expect(playback.shown.get(0)).toMatchObject({ view: { at: 7 }, moves: ['throw'] });
  });

  test('shows a step to all seats of this device at the same time, and each its own view', () => {
    playback.receive(position(undefined, { n: 1, seat: 2 }));
    const heard: number[] = [];
    playback.listen((steps) => heard.push(...steps.map(({ n }) => n)));
    playback.receive(position([step(2), step(3)]));
    playback.receive(position([step(2), step(3)], { seat: 2, view: { at: 3, own: 2 } }));
    expect([0, 2].map((seat) => playback.shown.get(seat)?.view)).toEqual([{ at: 2 }, { at: 2 }]);
    clock.pass(USUAL_BEAT);
    expect([0, 2].map((seat) => playback.shown.get(seat)?.view)).toEqual([
      { at: 3 },
      { at: 3, own: 2 },
    ]);
    clock.pass(USUAL_BEAT);
    expect(heard).toEqual([2, 3]);
    expect([0, 2].map((seat) => playback.logged.get(seat)?.length)).toEqual([2, 2]);
  });

  test('begins again with another match', () => {
    playback.receive(position([step(2), step(3)]));
    playback.restart();
    expect([playback.shown.size, playback.logged.size, playback.ahead, clock.waiting]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test('jumps where more happened than the server remembers', () => {
    playback.receive(position([step(2), step(3)]));
    playback.receive(position(undefined, { n: 90 }));
    expect(playback.shown.get(0)?.view).toEqual({ at: 90 });
    expect([playback.logged.get(0), playback.cameAt.get(0)]).toEqual([undefined, 90]);
    expect(clock.waiting).toBe(0);
  });

  test('puts what it is told of the past before what it knows', () => {
    playback.receive(position([step(5)]));
    clock.pass(USUAL_BEAT);
    playback.recall(0, [step(3), step(4), step(5)]);
    expect(playback.logged.get(0)?.map(({ n }) => n)).toEqual([3, 4, 5]);
  });
});

describe('what happened since your last turn', () => {
  test('is shown once more, in its order, and ends with the present position', () => {
    playback.receive(position([step(2, 0), step(3), step(4)]));
    playback.skip();
    expect(playback.missed(0)).toBe(2);
    playback.replay(0);
    expect(playback.shown.get(0)).toMatchObject({ view: { at: 2 }, moves: [] });
    watch(4 * USUAL_BEAT);
    expect(seen.map((line) => /board \d/.exec(line)?.[0])).toEqual([
      'board 2',
      'board 3',
      'board 4',
    ]);
    expect(playback.shown.get(0)?.moves).toEqual(MOVES);
    expect(playback.logged.get(0)?.map(({ n }) => n)).toEqual([2, 3, 4]);
  });

  test('is told again after it is seen, as if nothing had come after it', () => {
    const told = (): number[] => playback.historyOf(0).map(({ n }) => n);
    playback.receive(position([step(2, 0), step(3), step(4)]));
    expect(told()).toEqual([]);
    playback.skip();
    expect(told()).toEqual([2, 3, 4]);
    playback.replay(0);
    expect(told()).toEqual([2]);
    clock.pass(USUAL_BEAT);
    expect([playback.shown.get(0)?.view, told()]).toEqual([{ at: 3 }, [2]]);
    clock.pass(USUAL_BEAT * SEEN);
    expect(told()).toEqual([2, 3]);
    playback.skip();
    expect(told()).toEqual([2, 3, 4]);
  });

  test('does not count what chance brings you as a turn of yours', () => {
    const deal = { kind: 'chance' as const, seat: 1 };
    playback.receive(position([step(2, 0), { ...step(3), turn: deal }, step(4, 0), step(5)]));
    playback.skip();
    expect(playback.missed(0)).toBe(3);
  });

  test('goes on with what happens meanwhile', () => {
    playback.receive(position([step(2, 0), step(3)]));
    playback.skip();
    playback.replay(0);
    playback.receive(position([step(4)]));
    watch(5 * USUAL_BEAT);
    expect(seen.at(-1)).toMatch(/board 4, text 4/);
    expect(playback.ahead).toBe(0);
  });

  test('is known after a reload from what the server recalls', () => {
    playback.receive(position(undefined, { n: 4 }));
    playback.recall(0, [step(2, 0), step(3), step(4)]);
    expect(playback.missed(0)).toBe(2);
    playback.replay(0);
    expect(playback.shown.get(0)?.view).toEqual({ at: 2 });
    clock.pass(9 * USUAL_BEAT);
    expect(playback.shown.get(0)).toMatchObject({ view: { at: 4 }, moves: MOVES });
  });

  test('is nothing for a spectator, and right after an own step', () => {
    playback.receive(position([step(2), step(3, 0)]));
    playback.skip();
    expect([playback.missed(0), playback.missed(null)]).toEqual([0, 0]);
  });
});
