/** A WebSocket that reconnects by itself after a lost network, a sleeping phone or a restarted server. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const ASLEEP = 20_000;
const REFUSED = 4000;

/** Reasons for which reconnecting is of no use until somebody does something. */
const FINAL = [
  'unknown-table',
  'not-seated',
  'not-allowed',
  'other-version',
  'damaged',
  'too-many',
];

export interface SocketHandlers {
  opened: () => void;
  received: (text: string) => void;
  closed: () => void;
  /** The server refused the connection for good, with this code. */
  refused: (code: string) => void;
}

export class ReconnectingSocket {
  private socket: WebSocket | undefined;
  private fresh: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;
  private hiddenSince = 0;
  private ended = false;

  constructor(
    private readonly address: () => string,
    private readonly handlers: SocketHandlers,
  ) {
    addEventListener('online', this.online);
    document.addEventListener('visibilitychange', this.looked);
    this.connect();
  }

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
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
    this.drop(this.socket);
    this.socket = undefined;
    this.wait = FIRST_WAIT;
    this.renew();
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.online);
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
    socket.onmessage = (event: MessageEvent<string>) => this.handlers.received(event.data);
    socket.onclose = (event) => this.lost(socket, event);
  }

  private takeOver(socket: WebSocket): void {
    this.drop(this.socket);
    this.socket = socket;
    this.fresh = undefined;
    this.handlers.opened();
  }

  private lost(socket: WebSocket, event: CloseEvent): void {
    if (socket === this.fresh) this.fresh = undefined;
    if (socket === this.socket) this.socket = undefined;
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

  /** After sleeping, a device may hold a connection that is dead without knowing it. */
  private looked = (): void => {
    if (document.hidden) this.hiddenSince = Date.now();
    else if (!this.open || Date.now() - this.hiddenSince > ASLEEP) this.renew();
  };
}
