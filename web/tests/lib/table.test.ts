import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TableConnection } from '../../src/lib/table.svelte';
import type * as wire from '../../src/lib/wire';
import { FakeSocket } from './sockets';

const PATIENCE = 60_000;
const MOVE: wire.PlayMove = { type: 'move', at: 4, seat: 0, move: 'hold' };

let table: TableConnection;

function info(parts: Partial<wire.TableUpdate> = {}): Partial<wire.TableUpdate> {
  const seat: wire.SeatInfo = {
    kind: 'person',
    name: 'Anna',
    bot: null,
    stand_in: null,
    seed: '',
    yours: true,
    muted: false,
  };
  return {
    type: 'table',
    game: 'pig',
    match: 'm1',
    options: {},
    status: 'playing',
    paused: false,
    seedless: [],
    seats: [seat],
    ...parts,
  };
}

function position(at: number, seat = 0, acting = 0): Partial<wire.PositionUpdate> {
  return {
    type: 'position',
    n: at + 10,
    at,
    seat,
    turn: { kind: 'choose', seats: [acting] },
    moves: seat === acting ? ['hold', 'throw'] : [],
  };
}

/** What went out over a socket, without the numbers of messages. */
function commands(socket: FakeSocket): object[] {
  return socket.sent.map((text) => {
    const { id: _, ...command } = JSON.parse(text) as Record<string, unknown>;
    return command;
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"fields":9}')));
  sessionStorage.clear();
  table = new TableConnection('abc');
  FakeSocket.last.accept();
  FakeSocket.last.hear(info());
  FakeSocket.last.hear(position(4));
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
});

describe('a table', () => {
  test('knows its seats and whether they are to act', () => {
    expect([table.seats, table.acting]).toEqual([[0], [0]]);
  });

  test('with two seats here, moves on when both have their position, and asks again for what only one had', () => {
    FakeSocket.last.hear(info({ seats: [...(info().seats ?? []), ...(info().seats ?? [])] }));
    FakeSocket.last.hear(position(4));
    FakeSocket.last.hear(position(4, 1));
    FakeSocket.last.hear(position(5, 0, 1));
    expect([table.acting, table.positions.get(0)?.at]).toEqual([[0], 4]);
    FakeSocket.last.hear(position(5, 1, 1));
    expect([table.acting, table.positions.get(0)?.at]).toEqual([[1], 5]);
    FakeSocket.last.hear(position(6, 0, 1));
    FakeSocket.last.lose();
    vi.advanceTimersByTime(PATIENCE);
    expect(FakeSocket.last.url).toMatch(/\?after=15$/);
  });

  test('loads the layout of its match', async () => {
    await vi.runOnlyPendingTimersAsync();
    expect(table.layout).toEqual({ fields: 9 });
  });

  test('plays one action at a time', () => {
    table.act(MOVE);
    table.act(MOVE);
    expect(commands(FakeSocket.last)).toEqual([MOVE]);
    FakeSocket.last.hear(position(5));
    expect(table.waiting).toBe(false);
  });

  test('sends again what a lost connection may have swallowed', () => {
    table.act(MOVE);
    FakeSocket.last.lose();
    vi.advanceTimersByTime(PATIENCE);
    FakeSocket.last.accept();
    FakeSocket.last.hear(info());
    FakeSocket.last.hear(position(4));
    expect(commands(FakeSocket.last)).toEqual([MOVE]);
  });

  test('does not send again what the game has moved on from', () => {
    table.act(MOVE);
    FakeSocket.last.lose();
    vi.advanceTimersByTime(PATIENCE);
    FakeSocket.last.accept();
    FakeSocket.last.hear(info());
    FakeSocket.last.hear(position(5));
    expect(FakeSocket.last.sent).toEqual([]);
    expect(table.waiting).toBe(false);
  });

  test('asks after a reconnection only for what it has not heard', () => {
    FakeSocket.last.lose();
    vi.advanceTimersByTime(PATIENCE);
    expect(FakeSocket.last.url).toMatch(/\?after=14$/);
  });

  test('opens another connection where an action is not answered', () => {
    table.act(MOVE);
    vi.advanceTimersByTime(PATIENCE);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  test('gives back what was typed where it could not be sent', () => {
    table.draft.text = 'Hello';
    table.say();
    expect(table.draft.text).toBe('');
    FakeSocket.last.lose();
    expect(table.draft.text).toBe('Hello');
  });

  test('says why something was refused', () => {
    table.act(MOVE);
    const { id } = JSON.parse(FakeSocket.last.sent[0] ?? '{}') as { id: number };
    const message = 'the first points must be at least 10';
    FakeSocket.last.hear({ type: 'error', code: 'illegal-move', message, clause: 'P4', re: id });
    expect(table.refusal).toEqual({ code: 'illegal-move', message, clause: 'P4', wait: 0 });
    expect(table.waiting).toBe(false);
  });

  test('says when something that was too much may be tried again', () => {
    table.act(MOVE);
    const { id } = JSON.parse(FakeSocket.last.sent[0] ?? '{}') as { id: number };
    const error = { type: 'error', code: 'too-many', message: 'too many moves from you', re: id };
    FakeSocket.last.hear({ ...error, retry_after: 7 });
    expect(table.refusal?.wait).toBe(7);
    expect(table.waiting).toBe(false);
  });

  test('asks the others once, until the server has dealt with it', () => {
    expect(table.send({ type: 'ask', vote: 'takeback' })).toBe(true);
    expect(table.send({ type: 'ask', vote: 'takeback' })).toBe(false);
    expect(commands(FakeSocket.last)).toEqual([{ type: 'ask', vote: 'takeback', ack: true }]);
    const { id } = JSON.parse(FakeSocket.last.sent[0] ?? '{}') as { id: number };
    vi.advanceTimersByTime(1000);
    FakeSocket.last.hear({ type: 'accepted', re: id });
    expect(table.send({ type: 'ask', vote: 'takeback' })).toBe(true);
  });

  test('plays nothing over a connection that has stalled, and goes on when it is back', () => {
    const old = FakeSocket.last;
    vi.advanceTimersByTime(5000);
    expect([table.connected, table.stalled]).toEqual([false, true]);
    table.act(MOVE);
    expect(commands(old)).toEqual([{ type: 'ping' }]);
    old.hear({ type: 'pong' });
    expect([table.connected, table.stalled]).toEqual([true, false]);
    table.act(MOVE);
    expect(commands(old).at(-1)).toEqual(MOVE);
  });

  test('adds its seed once to each match', () => {
    FakeSocket.last.hear(info({ seedless: [0], commitment: 'c' }));
    FakeSocket.last.hear(info({ seedless: [0], commitment: 'c' }));
    expect(commands(FakeSocket.last)).toHaveLength(1);
    FakeSocket.last.hear(info({ match: 'm2', seedless: [0], commitment: 'd' }));
    expect(commands(FakeSocket.last)).toHaveLength(2);
  });
});
