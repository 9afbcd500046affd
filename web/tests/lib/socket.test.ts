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
    stalled: () => told.push('stalled'),
    resumed: () => told.push('resumed'),
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
    vi.advanceTimersToNextTimer();
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

  describe('over which nothing arrives', () => {
    const NOTICED = 5000;
    const PING = '{"type":"ping"}';

    beforeEach(() => FakeSocket.last.accept());

    test('asks for a sign of life, and is content with any', () => {
      for (let second = 0; second < 60; second += 3) {
        vi.advanceTimersByTime(3000);
        expect(FakeSocket.last.sent.at(-1)).toBe(PING);
        FakeSocket.last.hear({ type: 'pong' });
      }
      expect(told).not.toContain('stalled');
      expect(FakeSocket.all).toHaveLength(1);
    });

    test('says so within five seconds, sends nothing more, and tries a new one', () => {
      FakeSocket.last.hear({ type: 'table' });
      vi.advanceTimersByTime(NOTICED - 1);
      expect(told.at(-1)).toBe('stalled');
      expect(socket.send('lost')).toBe(false);
      expect(FakeSocket.all).toHaveLength(2);
      FakeSocket.last.accept();
      expect(told.at(-1)).toBe('opened');
      expect(socket.send('heard')).toBe(true);
    });

    test('is not asked while somebody talks', () => {
      for (let told = 0; told < 10; told++) {
        vi.advanceTimersByTime(1500);
        FakeSocket.last.hear({ type: 'position' });
      }
      expect(FakeSocket.last.sent).toEqual([]);
    });

    test('is used again where it was only slow', () => {
      const [slow] = FakeSocket.all;
      vi.advanceTimersByTime(NOTICED);
      slow?.hear({ type: 'pong' });
      expect(told.slice(-2)).toEqual(['resumed', '{"type":"pong"}']);
      expect(socket.send('here')).toBe(true);
      expect(slow?.sent.at(-1)).toBe('here');
      expect(FakeSocket.last.readyState).toBe(FakeSocket.CLOSED);
    });

    test('is given up for another one, and that for the next where it does not open', () => {
      vi.advanceTimersByTime(NOTICED + 2 * LONGEST_WAIT);
      expect(FakeSocket.all.length).toBeGreaterThan(2);
      expect(told.filter((one) => one === 'stalled')).toHaveLength(1);
    });

    test('is not asked while nobody looks, but as soon as somebody does', () => {
      const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      document.dispatchEvent(new Event('visibilitychange'));
      vi.advanceTimersByTime(2 * NOTICED);
      expect(FakeSocket.last.sent).toEqual([]);
      hidden.mockReturnValue(false);
      document.dispatchEvent(new Event('visibilitychange'));
      expect(FakeSocket.last.sent).toEqual([PING]);
      vi.advanceTimersByTime(NOTICED);
      expect(told.at(-1)).toBe('stalled');
      hidden.mockRestore();
    });

    test('is known at once where the browser says that it is offline', () => {
      dispatchEvent(new Event('offline'));
      expect(told.at(-1)).toBe('stalled');
      dispatchEvent(new Event('online'));
      FakeSocket.last.accept();
      expect(told.at(-1)).toBe('opened');
    });
  });

  test('is silent once it has ended', () => {
    FakeSocket.last.accept();
    socket.end();
    dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(LONGEST_WAIT);
    expect(FakeSocket.all).toHaveLength(1);
  });
});
