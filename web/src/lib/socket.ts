/** A socket that comes back by itself: after a lost network, a sleeping phone, a restarted server. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const ASLEEP = 20_000;
const REFUSED = 4000;

/** Reasons for which coming back is of no use until somebody does something. */
const FINAL = ['unknown-table', 'not-seated', 'not-allowed', 'other-version', 'too-many'];

export interface SocketEars {
  opened: () => void;
  heard: (text: string) => void;
  closed: () => void;
  /** The door is shut, with the server's code. */
  refused: (code: string) => void;
}

export class LastingSocket {
  private socket: WebSocket | undefined;
  private fresh: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;
  private hiddenSince = 0;
  private ended = false;

  constructor(
    private readonly address: () => string,
    private readonly ears: SocketEars,
  ) {
    addEventListener('online', this.online);
    document.addEventListener('visibilitychange', this.looked);
    this.connect();
  }

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Whether it went out; what did not is the caller's to keep. */
  send(text: string): boolean {
    if (!this.open) return false;
    this.socket?.send(text);
    return true;
  }

  /** Somebody is there and understands us: the next loss is a new one. */
  proven(): void {
    this.wait = FIRST_WAIT;
  }

  /** Open a new connection; the old one serves until then. */
  renew(): void {
    if (!this.ended) this.connect();
  }

  /** Drop the old connection, because it says who we were, and come anew. */
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
    socket.onmessage = (event: MessageEvent<string>) => this.ears.heard(event.data);
    socket.onclose = (event) => this.lost(socket, event);
  }

  private takeOver(socket: WebSocket): void {
    this.drop(this.socket);
    this.socket = socket;
    this.fresh = undefined;
    this.ears.opened();
  }

  private lost(socket: WebSocket, event: CloseEvent): void {
    if (socket === this.fresh) this.fresh = undefined;
    if (socket === this.socket) this.socket = undefined;
    const final = event.code === REFUSED && FINAL.includes(event.reason);
    if (final && this.open) return; // the old connection serves on
    this.ears.closed();
    if (final) this.ears.refused(event.reason);
    else this.retry();
  }

  /** Not all devices of a restarted server should come at the same moment. */
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

  /** A device that slept may hold a connection that died without a word. */
  private looked = (): void => {
    if (document.hidden) this.hiddenSince = Date.now();
    else if (!this.open || Date.now() - this.hiddenSince > ASLEEP) this.renew();
  };
}
