/**
 * A WebSocket that reconnects by itself after a lost network, a sleeping phone or a restarted server.
 *
 * A network may be gone without a word. So after some silence the server is sent a ping;
 * without one, the connection counts as lost, in less than five seconds altogether.
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const ASLEEP = 20_000;
const REFUSED = 4000;
/** Milliseconds of silence after which the server is sent a ping. */
const SILENCE = 2000;
/** Milliseconds that it may take to answer. */
const ANSWER = 2500;
/** Milliseconds that a new connection may take to open. */
const OPENING = 8000;

/** Reasons for which reconnecting is of no use until somebody does something. */
const FINAL = [
  'unknown-table',
  'not-seated',
  'not-allowed',
  'other-version',
  'damaged',
  'too-many',
  'blocked',
];

export interface SocketHandlers {
  opened: () => void;
  received: (text: string) => void;
  closed: () => void;
  /** The connection is open, but nothing arrives: whatever is sent may be lost. */
  stalled: () => void;
  /** Something has arrived over it after all. */
  resumed: () => void;
  /** The server refused the connection for good, with this code. */
  refused: (code: string) => void;
}

/** The way to a table, over which texts come and go. */
export interface TableLine {
  /** Returns whether it was sent; the caller keeps what was not. */
  send: (text: string) => boolean;
  /** The other end answered, so the next wait is a short one again. */
  proven: () => void;
  /** Connect again without dropping a connection that works. */
  renew: () => void;
  /** Connect again under another identity. */
  restart: () => void;
  end: () => void;
}

/** Asks for a sign of life. */
const PING = JSON.stringify({ type: 'ping' });

export class ReconnectingSocket implements TableLine {
  private socket: WebSocket | undefined;
  private fresh: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setTimeout> | undefined;
  private stalled = false;
  private wait = FIRST_WAIT;
  private hiddenSince = 0;
  private ended = false;

  constructor(
    private readonly address: () => string,
    private readonly handlers: SocketHandlers,
  ) {
    addEventListener('online', this.online);
    addEventListener('offline', this.offline);
    document.addEventListener('visibilitychange', this.looked);
    this.connect();
  }

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN && !this.stalled;
  }

  /** Returns whether it was sent; the caller keeps what was not. */
  send(text: string): boolean {
    if (!this.open) return false;
    this.socket?.send(text);
    return true;
  }

  /** The server answered, so the next wait is a short one again. */
  proven(): void {
    this.wait = FIRST_WAIT;
  }

  /** Open a new connection; the old one is used until then. */
  renew(): void {
    if (!this.ended) this.connect();
  }

  /** Drop the old connection, which has another identity, and open a new one. */
  restart(): void {
    this.stalled = false;
    this.drop(this.socket);
    this.socket = undefined;
    this.wait = FIRST_WAIT;
    this.renew();
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.pulse);
    removeEventListener('online', this.online);
    removeEventListener('offline', this.offline);
    document.removeEventListener('visibilitychange', this.looked);
    this.drop(this.fresh);
    this.drop(this.socket);
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.drop(this.fresh);
    const socket = new WebSocket(this.address());
    this.fresh = socket;
    socket.onopen = () => this.takeOver(socket);
    socket.onmessage = (event: MessageEvent<string>) => this.heard(event.data);
    socket.onclose = (event) => this.lost(socket, event);
    this.timer = setTimeout(() => this.giveUp(socket), OPENING);
  }

  /** Some networks neither let a connection open nor refuse it. */
  private giveUp(socket: WebSocket): void {
    this.drop(socket);
    this.fresh = undefined;
    this.retry();
  }

  private takeOver(socket: WebSocket): void {
    clearTimeout(this.timer);
    this.drop(this.socket);
    this.socket = socket;
    this.fresh = undefined;
    this.stalled = false;
    this.listen();
    this.handlers.opened();
  }

  private heard(text: string): void {
    if (this.stalled) this.resume();
    this.listen();
    this.handlers.received(text);
  }

  /** The old connection was slow, not dead: it is used again. */
  private resume(): void {
    this.stalled = false;
    clearTimeout(this.timer);
    this.drop(this.fresh);
    this.fresh = undefined;
    this.handlers.resumed();
  }

  private listen(): void {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => this.ask(), SILENCE);
  }

  /** Nobody waits at a hidden page, where the browser lets time pass in jumps. */
  private ask(): void {
    if (document.hidden || !this.open) return;
    this.socket?.send(PING);
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => this.stall(), ANSWER);
  }

  private stall(): void {
    if (document.hidden || !this.open) return;
    this.stalled = true;
    this.handlers.stalled();
    this.renew();
  }

  private lost(socket: WebSocket, event: CloseEvent): void {
    if (socket === this.fresh) {
      this.fresh = undefined;
      clearTimeout(this.timer);
    }
    if (socket === this.socket) {
      this.socket = undefined;
      this.stalled = false;
      clearTimeout(this.pulse);
    }
    const final = event.code === REFUSED && FINAL.includes(event.reason);
    if (final && this.open) return; // the old connection stays in use
    this.handlers.closed();
    if (final) this.handlers.refused(event.reason);
    else this.retry();
  }

  /** After a restart not all devices should reconnect at the same moment. */
  private retry(): void {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.renew(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  private drop(socket: WebSocket | undefined): void {
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private online = (): void => this.renew();
  private offline = (): void => this.stall();

  /** After sleeping, a device may hold a connection that is dead without knowing it. */
  private looked = (): void => {
    if (document.hidden) this.hiddenSince = Date.now();
    else if (!this.open || Date.now() - this.hiddenSince > ASLEEP) this.renew();
    else this.ask();
  };
}
