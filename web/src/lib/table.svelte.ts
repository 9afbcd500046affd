/** A table as this device knows it: a socket that comes back by itself, and what it has told. */

import type * as wire from './wire';

export type Seat = number;
export type Turn = wire.Position['turn'];

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const REFUSED = 4000;

/** 32 random bytes in hexadecimal digits: this device's own part of the dice. */
function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class TableConnection {
  /** The table without the game on it; null until it is heard of. */
  info = $state.raw<wire.Table | null>(null);
  /** How the game stands, through the eyes of each seat of this device (null: a spectator's). */
  positions = $state.raw<Map<Seat | null, wire.Position>>(new Map());
  presence = $state.raw<wire.Presence | null>(null);
  talk = $state.raw<wire.Talk[]>([]);
  advice = $state.raw<wire.Advice | null>(null);
  /** What was refused last; the one who reads it may set it to null. */
  refusal = $state.raw<wire.Error | null>(null);
  /** Something about the server: play halts, or it closes. */
  notice = $state.raw<wire.Notice | null>(null);
  connected = $state(false);
  /** Why this table cannot be reached at all. */
  lost = $state<string | null>(null);
  /** An action of ours is on its way. */
  waiting = $state(false);

  private socket: WebSocket | undefined;
  private last = -1;
  private wait = FIRST_WAIT;
  private closed = false;
  private seeded = '';
  private listeners = new Set<(news: wire.AnyNews) => void>();

  constructor(readonly id: string) {
    this.connect();
    addEventListener('online', this.again);
    document.addEventListener('visibilitychange', this.again);
  }

  /** The seats of this device. */
  get seats(): Seat[] {
    return (this.info?.seats ?? []).flatMap((seat, number) => (seat.yours ? [number] : []));
  }

  /** Hear everything, for sounds and movement; the answer stops it. */
  listen(listener: (news: wire.AnyNews) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  send(message: wire.AnyMessage): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (message.type === 'move' || message.type === 'throw') this.waiting = true;
    this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.again);
    document.removeEventListener('visibilitychange', this.again);
    this.socket?.close();
  }

  /** Sit down or come with other keys: the socket has to say anew who we are. */
  reconnect(): void {
    this.last = -1;
    this.lost = null;
    this.talk = [];
    const old = this.socket;
    this.socket = undefined;
    old?.close();
    this.connect();
  }

  private again = (): void => {
    if (!this.connected && !this.closed && !document.hidden) this.connect();
  };

  private connect(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const origin = location.origin.replace(/^http/, 'ws');
    const after = this.last >= 0 ? `?after=${this.last}` : '';
    const socket = new WebSocket(`${origin}/api/tables/${this.id}/socket${after}`);
    this.socket = socket;
    socket.onopen = () => {
      this.connected = true;
      this.waiting = false;
      this.notice = null;
      this.wait = FIRST_WAIT;
    };
    socket.onmessage = (event: MessageEvent<string>) =>
      this.hear(JSON.parse(event.data) as wire.AnyNews);
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.connected = false;
      this.waiting = false;
      if (event.code === REFUSED) this.lost = event.reason;
      else if (!this.closed) this.retry();
    };
  }

  private retry(): void {
    setTimeout(() => !this.closed && !this.connected && this.connect(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  private hear(news: wire.AnyNews): void {
    switch (news.type) {
      case 'table':
        this.info = news;
        this.last = Math.max(this.last, news.n);
        this.keepSeats();
        this.giveSeed(news);
        break;
      case 'position':
        this.positions = new Map(this.positions).set(news.seat, news);
        this.last = Math.max(this.last, news.n);
        this.waiting = false;
        break;
      case 'presence':
        this.presence = news;
        break;
      case 'talk':
        if (!this.talk.some((known) => known.n === news.n)) this.talk = [...this.talk, news];
        this.last = Math.max(this.last, news.n);
        break;
      case 'advice':
        this.advice = news;
        break;
      case 'notice':
        this.notice = news.code === 'resumed' ? null : news;
        break;
      case 'error':
        this.waiting = false;
        if (news.code !== 'stale') this.refusal = news;
        break;
    }
    for (const listener of this.listeners) listener(news);
  }

  /** Positions of seats that are no longer ours are forgotten. */
  private keepSeats(): void {
    const shown = this.seats.length ? this.seats : [null];
    this.positions = new Map([...this.positions].filter(([seat]) => shown.includes(seat as never)));
  }

  private giveSeed(info: wire.Table): void {
    const owed = info.seedless.some((seat) => info.seats[seat]?.yours);
    if (!owed || this.seeded === info.match) return;
    this.seeded = info.match;
    this.send({ type: 'seed', seed: freshSeed() });
  }
}
