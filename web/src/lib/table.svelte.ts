/** A table as this device knows it: all that its socket has told, and what is on the way there. */

import { SvelteMap } from 'svelte/reactivity';
import { Draft } from './draft.svelte';
import { seedFor } from './commitments';
import { layoutOf } from './layouts';
import { LastingSocket } from './socket';
import type * as wire from './wire';

export type Seat = number;
export type Turn = wire.PositionUpdate['turn'];
export type Action = wire.PlayMove | wire.Roll;

/** What was refused, and the clause that says why, where there is one. */
export interface Refusal {
  code: string;
  message: string;
  clause: string | null;
}

const PATIENCE = 4000;
const REMEMBERED = 30;

export class TableConnection {
  /** The table without the game on it; null until it is heard of. */
  info = $state.raw<wire.TableUpdate | null>(null);
  /** What the board of this match needs to draw; null until it is known. */
  layout = $state.raw<wire.Layout | null>(null);
  /** How the game stands, through the eyes of each seat of this device (null: a spectator's). */
  readonly positions = new SvelteMap<Seat | null, wire.PositionUpdate>();
  presence = $state.raw<wire.PresenceUpdate | null>(null);
  chat = $state.raw<readonly wire.ChatUpdate[]>([]);
  advice = $state.raw<wire.HintUpdate | null>(null);
  /** Why something cannot be done, as it was asked last. */
  reasons = $state.raw<wire.ReasonsUpdate | null>(null);
  /** A hint was asked for and the judge is thinking. */
  hintPending = $state(false);
  /** What was refused last; the one who reads it may set it to null. */
  refusal = $state.raw<Refusal | null>(null);
  /** Something about the server: play halts, or it closes. */
  notice = $state.raw<wire.Notice | null>(null);
  connected = $state(false);
  /** Why this table cannot be reached at all. */
  lost = $state<string | null>(null);
  /** An action of ours is on its way. */
  waiting = $state(false);
  /** What is being typed, which nothing here may lose. */
  readonly draft: Draft;

  /** The seats of this device. */
  readonly seats: Seat[] = $derived(
    (this.info?.seats ?? []).flatMap((seat, number) => (seat.yours ? [number] : [])),
  );
  /** The seats of this device that are to throw or to choose, where no bot does it for them. */
  readonly acting: Seat[] = $derived(this.seats.filter((seat) => this.isToAct(seat)));
  /** Dice on the real table that fell for a bot or for nobody: anybody may type them in. */
  readonly typing: boolean = $derived(this.isToType());

  private readonly socket: LastingSocket;
  /** The number of the last position or saying that was heard. */
  private last = -1;
  /** Counts connections: what was sent over an earlier one may not have arrived. */
  private visit = 0;
  private seeded = '';
  private pending: { id: number; action: Action; visit: number } | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private messages = 0;
  /** The latest messages, each at its number modulo their count. */
  private readonly sent: wire.AnyCommand[] = [];
  private listeners: ((news: wire.AnyUpdate) => void)[] = [];
  /** How many milliseconds the server's clock is ahead of ours. */
  private ahead = 0;

  constructor(readonly id: string) {
    this.draft = new Draft(id);
    this.socket = new LastingSocket(() => this.address(), {
      opened: () => this.opened(),
      heard: (text) => this.hear(JSON.parse(text) as wire.AnyUpdate),
      closed: () => this.closed(),
      refused: (code) => this.shutOut(code),
    });
  }

  /** The server's time, in seconds since 1970. */
  now(): number {
    return (Date.now() + this.ahead) / 1000;
  }

  /** Hear everything, for sounds and movement; the answer stops it. */
  listen(listener: (news: wire.AnyUpdate) => void): () => unknown {
    this.listeners = [...this.listeners, listener];
    return () => (this.listeners = this.listeners.filter((other) => other !== listener));
  }

  /** Whether it went out. */
  send(message: wire.AnyCommand): boolean {
    return this.post(message) !== null;
  }

  /** Throw or move. Until that is answered nothing else is played from here. */
  act(action: Action): void {
    if (this.waiting || !this.connected) return;
    this.refusal = null;
    this.play(action);
  }

  /** Say what was typed; it is forgotten only when everybody has heard it. */
  say(): void {
    const text = this.draft.text.trim();
    if (text && this.send({ type: 'say', text })) this.draft.said(text);
  }

  askHint(seat: Seat): void {
    this.advice = null;
    this.hintPending = this.send({ type: 'hint', seat });
  }

  /** Try at once to be heard again, without waiting for the next try. */
  hurry(): void {
    this.socket.renew();
  }

  /** Sit down or come with another key: the socket has to say anew who we are. */
  reconnect(): void {
    this.last = -1;
    this.lost = null;
    this.chat = [];
    this.socket.restart();
  }

  close(): void {
    clearTimeout(this.watchdog);
    this.socket.end();
  }

  private address(): string {
    const origin = location.origin.replace(/^http/, 'ws');
    const after = this.last >= 0 ? `?after=${this.last}` : '';
    return `${origin}/api/tables/${this.id}/socket${after}`;
  }

  private opened(): void {
    this.visit += 1;
    this.connected = true;
    this.lost = null;
    this.notice = null;
    this.hintPending = false;
  }

  private closed(): void {
    this.connected = false;
    this.hintPending = false;
    this.draft.restore();
  }

  /** The sentence about it stands in the place of the table, not beside it. */
  private shutOut(code: string): void {
    this.lost = code;
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
    this.pending = { id, action, visit: this.visit };
    this.waiting = true;
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.waiting && this.socket.renew(), PATIENCE);
  }

  private settled(): void {
    clearTimeout(this.watchdog);
    this.pending = undefined;
    this.waiting = false;
  }

  private hear(news: wire.AnyUpdate): void {
    switch (news.type) {
      case 'table':
        this.hearTable(news);
        break;
      case 'position':
        this.hearPosition(news);
        break;
      case 'presence':
        this.presence = news;
        break;
      case 'talk':
        this.hearTalk(news);
        break;
      case 'advice':
        this.advice = news;
        this.hintPending = false;
        break;
      case 'reasons':
        this.reasons = news;
        break;
      case 'notice':
        this.hearNotice(news);
        break;
      case 'error':
        this.hearError(news);
        break;
    }
    for (const listener of this.listeners) listener(news);
  }

  private hearTable(news: wire.TableUpdate): void {
    if (this.info && this.info.match !== news.match) this.settled();
    this.info = news;
    void this.loadLayout(news);
    this.socket.proven();
    const eyes: (Seat | null)[] = this.seats.length ? this.seats : [null];
    for (const seat of [...this.positions.keys()])
      if (!eyes.includes(seat)) this.positions.delete(seat);
    this.giveSeed(news);
  }

  /** Where this fails the connection is gone, and the table is heard of again when it is back. */
  private async loadLayout({ game, seats, options, match }: wire.TableUpdate): Promise<void> {
    const layout = await layoutOf(game, seats.length, options).catch(() => null);
    if (layout && this.info?.match === match) this.layout = layout;
  }

  private hearPosition(news: wire.PositionUpdate): void {
    const known = this.positions.get(news.seat);
    if (known && news.steps)
      news = { ...news, steps: news.steps.filter((step) => step.n > known.n) };
    if (news.clock) this.ahead = news.clock.now * 1000 - Date.now();
    this.last = Math.max(this.last, news.n);
    this.positions.set(news.seat, news);
    this.settle(news);
  }

  /** What the game has moved on from was answered; what a lost connection swallowed is sent again. */
  private settle(news: wire.PositionUpdate): void {
    if (!this.pending) return;
    if (news.at !== this.pending.action.at || !news.turn) this.settled();
    else if (this.pending.visit !== this.visit) this.play(this.pending.action);
  }

  private hearTalk(news: wire.ChatUpdate): void {
    this.last = Math.max(this.last, news.n);
    if (this.chat.some((known) => known.n === news.n)) return;
    this.chat = [...this.chat, news];
    if (news.text && news.seats.some((seat) => this.seats.includes(seat)))
      this.draft.heard(news.text);
  }

  private hearNotice(news: wire.Notice): void {
    this.notice = news.code === 'resumed' ? null : news;
    if (news.code === 'resumed' && this.pending) this.play(this.pending.action);
  }

  private hearError(news: wire.ErrorUpdate): void {
    const message = news.re == null ? undefined : this.sent[news.re % REMEMBERED];
    if (message?.type === 'hint') this.hintPending = false;
    if (message?.type === 'say') this.draft.restore();
    const halted = news.code === 'halted';
    if (halted) clearTimeout(this.watchdog);
    else if (this.pending && news.re === this.pending.id) this.settled();
    if (halted || news.code === 'stale' || message?.type === 'seed') return;
    const { code, clause = null } = news;
    this.refusal = { code, message: news.message, clause };
  }

  /** Dice fall only when every device has added its part; one that got lost is given again. */
  private giveSeed(info: wire.TableUpdate): void {
    const owed = info.seedless.some((seat) => info.seats[seat]?.yours);
    const once = `${info.match} ${this.visit}`;
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
