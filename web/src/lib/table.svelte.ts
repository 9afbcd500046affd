/** A table as this device knows it: everything received over its socket, and what is on its way there. */

import { SvelteMap } from 'svelte/reactivity';
import { announcement } from './announcement.svelte';
import { Draft } from './draft.svelte';
import { seedFor } from './commitments';
import { Departures } from './departures.svelte';
import { layoutOf } from './layouts';
import { Past } from './past.svelte';
import { Playback } from './playback.svelte';
import { SecondTaps } from './secondTaps';
import { DeviceLine } from './deviceLine';
import { isLocal } from './device.svelte';
import { ReconnectingSocket, type SocketHandlers, type TableLine } from './socket';
import { Together } from './together';
import { Waits } from './waits';
import type * as wire from './wire';

export type Seat = number;
export type Turn = wire.PositionUpdate['turn'];
export type Action = wire.PlayMove | wire.Roll;

/**
 * What was refused, and the clause that says why, where there is one. It may be tried again after
 * `wait` seconds; 0 if that is not known.
 */
export interface Refusal {
  code: string;
  message: string;
  clause: string | null;
  wait: number;
}

const PATIENCE = 4000;
const REMEMBERED = 30;

export class TableConnection {
  /** The table without its game; null until the server has sent it. */
  info = $state.raw<wire.TableUpdate | null>(null);
  /** What the board of this match needs to draw; null until it is known. */
  layout = $state.raw<wire.Layout | null>(null);
  /** The position as each seat of this device sees it; under null, as a spectator sees it. */
  readonly positions = new SvelteMap<Seat | null, wire.PositionUpdate>();
  presence = $state.raw<wire.PresenceUpdate | null>(null);
  chat = $state.raw<readonly wire.ChatUpdate[]>([]);
  advice = $state.raw<wire.HintUpdate | null>(null);
  /** The answer to the last question why something is not possible. */
  reasons = $state.raw<wire.ReasonsUpdate | null>(null);
  /** A hint was requested and has not arrived. */
  hintPending = $state(false);
  /** What was refused last; the component that shows it sets it to null. */
  refusal = $state.raw<Refusal | null>(null);
  /** A notice about the server: temporarily unavailable, or closing. */
  notice = $state.raw<wire.Notice | null>(null);
  connected = $state(false);
  /** Nothing arrives over a connection that looks open, or this device is offline. */
  stalled = $state(false);
  /** Why this table cannot be reached at all. */
  lost = $state<string | null>(null);
  /** For how many seconds that is so; 0 where that is not known. */
  lostFor = $state(0);
  /** An action has been sent and not answered. */
  waiting = $state(false);
  /** The chat message that is being typed; it must not get lost. */
  readonly draft: Draft;
  /** What is shown of the game: it follows the positions step by step. */
  readonly playback = new Playback();
  /** What happened before this device came. */
  readonly past: Past;
  /** Who has left or come back. */
  readonly departures = new Departures();

  /** The seats of this device. */
  readonly seats: Seat[] = $derived(
    (this.info?.seats ?? []).flatMap((seat, number) => (seat.yours ? [number] : [])),
  );
  /** The seats of this device that are to roll or to choose, unless a bot does it for them. */
  readonly acting: Seat[] = $derived(this.seats.filter((seat) => this.isToAct(seat)));
  /** Real dice that were rolled for a bot or for nobody in particular: anyone may enter them. */
  readonly typing: boolean = $derived(this.isToType());

  /** Who keeps the others waiting, and for how long. */
  readonly waits = new Waits();

  private readonly socket: TableLine;
  /** The number of the last position or message received. */
  private last = -1;
  /** Counts connections: what was sent over an earlier one may have been lost. */
  private connections = 0;
  private seeded = '';
  private pending: { id: number; action: Action; connection: number } | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private messages = 0;
  private readonly taps = new SecondTaps();
  private readonly together = new Together();
  /** The latest commands, each at its number modulo their count. */
  private readonly sent: wire.AnyCommand[] = [];
  private listeners: ((update: wire.AnyUpdate) => void)[] = [];
  /** How many milliseconds the server's clock is ahead of ours. */
  private ahead = 0;

  /** The table is on this device alone. */
  readonly local: boolean;

  constructor(readonly id: string) {
    this.local = isLocal(id);
    this.draft = new Draft(id);
    this.past = new Past(id, this.playback);
    this.socket = this.line({
      opened: () => this.opened(),
      received: (text) => this.receive(JSON.parse(text) as wire.AnyUpdate),
      closed: () => this.closed(),
      stalled: () => this.stall(),
      resumed: () => this.resume(),
      refused: (code) => this.refused(code),
    });
  }

  /** The server's time, in seconds since 1970. */
  now(): number {
    return (Date.now() + this.ahead) / 1000;
  }

  /** Calls the listener with every update; returns a function that stops it. */
  listen(listener: (update: wire.AnyUpdate) => void): () => unknown {
    this.listeners = [...this.listeners, listener];
    return () => (this.listeners = this.listeners.filter((other) => other !== listener));
  }

  /** Returns whether it was sent; the same is not sent again while it is under way. */
  send(message: wire.AnyCommand): boolean {
    if (!this.taps.isFirst(message)) return false;
    const id = this.post(this.taps.guards(message) ? { ...message, ack: true } : message);
    if (id !== null) this.taps.sent(message, id);
    return id !== null;
  }

  /** Roll or move. Until this is answered, nothing else is played from here. */
  act(action: Action): void {
    if (this.waiting || !this.connected) return;
    this.refusal = null;
    this.advice = null;
    this.playback.skip();
    this.play(action);
  }

  /** Send the typed message; the draft is forgotten only when the message has come back. */
  say(): void {
    const text = this.draft.text.trim();
    if (text && this.send({ type: 'say', text })) this.draft.said(text);
  }

  askHint(seat: Seat): void {
    this.advice = null;
    this.hintPending = this.send({ type: 'hint', seat });
  }

  /** Reconnect now instead of waiting for the next try. */
  reconnectNow(): void {
    this.socket.renew();
  }

  /** After taking a seat or changing the key the socket has to identify us again. */
  reconnect(): void {
    this.last = -1;
    this.lost = null;
    this.chat = [];
    this.socket.restart();
  }

  close(): void {
    clearTimeout(this.watchdog);
    this.playback.stop();
    this.departures.stop();
    this.socket.end();
  }

  private line(handlers: SocketHandlers): TableLine {
    return this.local
      ? new DeviceLine(this.id, () => this.last, handlers)
      : new ReconnectingSocket(() => this.address(), handlers);
  }

  private address(): string {
    const origin = location.origin.replace(/^http/, 'ws');
    const after = this.last >= 0 ? `?after=${this.last}` : '';
    return `${origin}/api/tables/${this.id}/socket${after}`;
  }

  private opened(): void {
    this.connections += 1;
    this.connected = true;
    this.stalled = false;
    this.lost = null;
    this.notice = null;
    this.hintPending = false;
  }

  private stall(): void {
    this.closed();
    this.stalled = true;
  }

  private resume(): void {
    this.connected = true;
    this.stalled = false;
  }

  private closed(): void {
    this.connected = false;
    this.taps.clear();
    this.hintPending = false;
    this.draft.restore();
  }

  /** The reason is shown instead of the table, not beside it. */
  private refused(code: string): void {
    this.lost = code;
    this.lostFor = this.refusal?.code === code ? this.refusal.wait : 0;
    this.refusal = null;
  }

  private post(message: wire.AnyCommand): number | null {
    const id = ++this.messages;
    if (!this.socket.send(JSON.stringify({ ...message, id }))) return null;
    this.sent[id % REMEMBERED] = message;
    return id;
  }

  private play(action: Action): void {
    const id = this.post(action);
    if (id === null) return;
    this.pending = { id, action, connection: this.connections };
    this.waiting = true;
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.waiting && this.socket.renew(), PATIENCE);
  }

  private settled(): void {
    clearTimeout(this.watchdog);
    this.pending = undefined;
    this.waiting = false;
  }

  private receive(update: wire.AnyUpdate): void {
    switch (update.type) {
      case 'table':
        this.receiveTable(update);
        break;
      case 'position':
        for (const one of this.together.of(update, this.seats)) this.receivePosition(one);
        break;
      case 'presence':
        this.presence = update;
        break;
      case 'talk':
        this.receiveMessage(update);
        break;
      case 'advice':
        this.advice = update;
        this.hintPending = false;
        break;
      case 'reasons':
        this.reasons = update;
        break;
      case 'notice':
        this.receiveNotice(update);
        break;
      case 'announcement':
        announcement.receive(update);
        break;
      case 'accepted':
        this.taps.answered(update.re);
        break;
      case 'error':
        this.taps.answered(update.re);
        this.receiveError(update);
        break;
    }
    this.departures.receive(update);
    for (const listener of this.listeners) listener(update);
  }

  private receiveTable(update: wire.TableUpdate): void {
    if (this.info && this.info.match !== update.match) {
      this.settled();
      this.playback.restart();
    }
    this.info = update;
    void this.loadLayout(update);
    this.socket.proven();
    const viewers: (Seat | null)[] = this.seats.length ? this.seats : [null];
    for (const seat of [...this.positions.keys()]) if (!viewers.includes(seat)) this.leave(seat);
    this.sendSeed(update);
  }

  private leave(seat: Seat | null): void {
    this.positions.delete(seat);
    this.playback.forget(seat);
  }

  /** If this fails the connection is lost; the server sends the table again after a reconnection. */
  private async loadLayout({ game, seats, options, match }: wire.TableUpdate): Promise<void> {
    const side = this.local ? 'device' : 'server';
    const layout = await layoutOf(game, seats.length, options, side).catch(() => null);
    if (layout && this.info?.match === match) this.layout = layout;
  }

  private receivePosition(update: wire.PositionUpdate): void {
    const known = this.positions.get(update.seat);
    if (known && update.steps)
      update = { ...update, steps: update.steps.filter((step) => step.n > known.n) };
    if (update.clock) this.ahead = update.clock.now * 1000 - Date.now();
    this.last = Math.max(this.last, update.n);
    this.positions.set(update.seat, update);
    this.playback.receive(update);
    this.waits.receive(update);
    this.settle(update);
  }

  /** An action is answered when the game has moved on; one that a lost connection swallowed is sent again. */
  private settle(update: wire.PositionUpdate): void {
    if (!this.pending) return;
    if (update.at !== this.pending.action.at || !update.turn) this.settled();
    else if (this.pending.connection !== this.connections) this.play(this.pending.action);
  }

  private receiveMessage(update: wire.ChatUpdate): void {
    this.last = Math.max(this.last, update.n);
    if (this.chat.some((known) => known.n === update.n)) return;
    this.chat = [...this.chat, update];
    if (update.text && update.seats.some((seat) => this.seats.includes(seat)))
      this.draft.heard(update.text);
  }

  private receiveNotice(update: wire.Notice): void {
    this.notice = update.code === 'resumed' ? null : update;
    if (update.code === 'resumed' && this.pending) this.play(this.pending.action);
  }

  private receiveError(update: wire.ErrorUpdate): void {
    const message = update.re == null ? undefined : this.sent[update.re % REMEMBERED];
    if (message?.type === 'hint') this.hintPending = false;
    if (message?.type === 'say') this.draft.restore();
    const halted = update.code === 'halted';
    if (halted) clearTimeout(this.watchdog);
    else if (this.pending && update.re === this.pending.id) this.settled();
    if (halted || update.code === 'stale' || message?.type === 'seed') return;
    const { code, message: sentence, clause = null, retry_after: wait } = update;
    this.refusal = { code, message: sentence, clause, wait: wait ?? 0 };
  }

  /** Nothing is rolled before every device has added its seed; one that got lost is sent again. */
  private sendSeed(info: wire.TableUpdate): void {
    const owed = info.seedless.some((seat) => info.seats[seat]?.yours);
    const once = `${info.match} ${this.connections}`;
    if (!owed || this.seeded === once) return;
    this.seeded = once;
    this.send({ type: 'seed', seed: seedFor(info.match, info.commitment ?? '') });
  }

  private isToAct(seat: Seat): boolean {
    const position = this.positions.get(seat);
    if (!this.running() || !position || this.info?.seats[seat]?.stand_in) return false;
    const turn = position.turn;
    return position.moves.length > 0 || (turn?.kind === 'chance' && turn.seat === seat);
  }

  private isToType(): boolean {
    const turn = this.positions.values().next().value?.turn;
    if (!this.running() || !this.info?.real_dice || !this.seats.length) return false;
    if (turn?.kind !== 'chance') return false;
    const seat = turn.seat === null ? undefined : this.info.seats[turn.seat];
    return !seat || seat.bot !== null || seat.stand_in !== null;
  }

  private running(): boolean {
    return this.info?.status === 'playing' && !this.info.paused;
  }
}
