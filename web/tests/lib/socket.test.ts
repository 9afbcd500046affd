import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReconnectingSocket } from '../../src/lib/socket';
import { FakeSocket } from './sockets';

const REFUSED = 4000;
const LONGEST_WAIT = 15_000;

let socket: ReconnectingSocket;
let told: string[];

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  told = [];
  socket = new ReconnectingSocket(() => `ws://table/${FakeSocket.all.length}`, {
    opened: () => told.push('opened'),
    received: (text) => told.push(text),
    closed: () => told.push('closed'),
    refused: (code) => told.push(`refused ${code}`),
  });
});

afterEach(() => {
  socket.end();
  vi.useRealTimers();
});

describe('a reconnecting socket', () => {
  test('sends only while it is open', () => {
    expect(socket.send('early')).toBe(false);
    FakeSocket.last.accept();
    expect(socket.send('now')).toBe(true);
    expect(FakeSocket.last.sent).toEqual(['now']);
  });

  test('comes back by itself after a lost connection', () => {
    FakeSocket.last.accept();
    FakeSocket.last.lose();
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(LONGEST_WAIT);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.accept();
    expect(told).toEqual(['opened', 'closed', 'opened']);
  });

  test('waits longer after every failure, until somebody has answered', () => {
    const waits = Array.from({ length: 4 }, () => {
      FakeSocket.last.lose();
      const before = Date.now();
      vi.advanceTimersToNextTimer();
      return Date.now() - before;
    });
    expect(waits[3]).toBeGreaterThan(2 * (waits[0] ?? 0));
    FakeSocket.last.accept();
    socket.proven();
    FakeSocket.last.lose();
    const before = Date.now();
    vi.advanceTimersToNextTimer();
    expect(Date.now() - before).toBeLessThan(waits[2] ?? 0);
  });

  test('does not come back where the server has refused for good', () => {
    FakeSocket.last.accept();
    FakeSocket.last.lose(REFUSED, 'unknown-table');
    vi.advanceTimersByTime(LONGEST_WAIT);
    expect(FakeSocket.all).toHaveLength(1);
    expect(told.at(-1)).toBe('refused unknown-table');
  });

  test('keeps the old connection until the new one is open', () => {
    const old = FakeSocket.last;
    old.accept();
    socket.renew();
    expect(socket.send('still there')).toBe(true);
    expect(old.sent).toEqual(['still there']);
    FakeSocket.last.accept();
    expect(old.readyState).toBe(FakeSocket.CLOSED);
    expect(told).toEqual(['opened', 'opened']);
  });

  test('keeps the old connection where the new one is refused', () => {
    FakeSocket.last.accept();
    socket.renew();
    FakeSocket.last.lose(REFUSED, 'too-many');
    expect(told).toEqual(['opened']);
    expect(socket.send('on')).toBe(true);
  });

  test('tries at once when the network is back', () => {
    FakeSocket.last.accept();
    FakeSocket.last.lose();
    dispatchEvent(new Event('online'));
    expect(FakeSocket.all).toHaveLength(2);
  });

  test('is silent once it has ended', () => {
    FakeSocket.last.accept();
    socket.end();
    dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(LONGEST_WAIT);
    expect(FakeSocket.all).toHaveLength(1);
  });
});
