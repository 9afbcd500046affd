/**
 * Shows what arrives from the table one step after another, at the pace that the reader has chosen.
 *
 * A step is first seen on the board, and then logged: text follows the picture. Acting, a tap or
 * a key skips to the present position, so that nobody has to wait.
 */

import { SvelteMap } from 'svelte/reactivity';
import { realClock, type Clock } from './clock';
import { prefs, still, tempo } from './prefs.svelte';
import type * as wire from './wire';

type Position = wire.PositionUpdate;
type Step = wire.StepInfo;
/** Whose view: that of a seat of this device, or null for a spectator. */
type Viewer = number | null;

/** How long a step is shown at normal pace, in milliseconds, where its game does not say. */
export const USUAL_BEAT = 700;
/** The part of its time after which dice and stones have come to rest, and the step is logged. */
export const SEEN = 0.8;
/** By then all of them do, in milliseconds at normal pace: a step that is shown longer is there to be read. */
const AT_REST = 1100;
/** The most time for all that waits, in milliseconds at normal pace: beyond it every step is quicker. */
const LONGEST = 20_000;
/** The least part of its time that every step has. */
const QUICKEST = 0.4;
/** Of more positions than these the oldest are summed up in one. */
export const SHOWN_AT_MOST = 64;
/** How many positions are kept to be shown again. */
const KEPT = 256;

/** What one viewer is still to see, and has seen: positions, each with the steps that led there. */
interface Track {
  seat: Viewer;
  ahead: Position[];
  past: Position[];
  untold: Step[];
}

export class Playback {
  /** The position that each seat of this device sees now. */
  readonly shown = new SvelteMap<Viewer, Position>();
  /** What has been logged of this match for each seat, oldest first. */
  readonly logged = new SvelteMap<Viewer, readonly Step[]>();
  /** The position with which each came: what was before it has to be asked for. */
  readonly cameAt = new SvelteMap<Viewer, number>();
  /** The first and the last of steps that were shown as one, because too much came at once. */
  summedUp = $state.raw<readonly { from: number; to: number }[]>([]);
  /** How many positions are still to be shown; without any, moves can be offered. */
  ahead = $state(0);
  /** Everything that is shown has been logged as well. */
  settled = $state(true);
  /** A step is being shown, or has just been logged and can still be read. */
  running = $state(false);
  /** How long a step of this game is shown at normal pace, in milliseconds. */
  beat: (step: Step) => number = () => USUAL_BEAT;

  private tracks: Track[] = [];
  private listeners: ((steps: readonly Step[]) => void)[] = [];
  /** The number of the last step that is shown. */
  private cursor = -1;
  private timer: unknown;

  constructor(private readonly clock: Clock = realClock) {}

  /** Calls the listener with steps when they are shown; returns a function that stops it. */
  listen(listener: (steps: readonly Step[]) => void): () => unknown {
    this.listeners = [...this.listeners, listener];
    return () => (this.listeners = this.listeners.filter((other) => other !== listener));
  }

  /** A new position of a seat, with the steps that it has not received before. */
  receive(position: Position): void {
    const track = this.track(position.seat);
    if (!track || !position.steps) this.jump(position);
    else if (!position.steps.length) this.refresh(track, position);
    else this.add(track, position, position.steps);
  }

  /** This device has the seat no longer. */
  forget(seat: Viewer): void {
    this.tracks = this.tracks.filter((track) => track.seat !== seat);
    for (const known of [this.shown, this.logged, this.cameAt]) known.delete(seat);
    this.count();
  }

  /** Another match begins. */
  restart(): void {
    this.stop();
    for (const { seat } of this.tracks) this.forget(seat);
    this.summedUp = [];
    this.settled = true;
    this.cursor = -1;
  }

  /** What happened before the seat came to this device, or before what is known already. */
  recall(seat: Viewer, steps: readonly Step[]): void {
    const logged = this.logged.get(seat) ?? [];
    const first = logged[0]?.n ?? Infinity;
    this.logged.set(seat, [...steps.filter((step) => step.n < first), ...logged]);
    const track = this.track(seat);
    const [came] = track?.past ?? [];
    if (!track || !came || came.steps?.length) return;
    const before = steps.flatMap((step) => (step.view ? [between(came, [step])] : []));
    track.past.splice(0, 1, ...before.slice(0, -1), { ...came, steps: steps.slice(-1) });
  }

  /** Show the present position at once, and tell everything. */
  skip(): void {
    this.stop();
    const steps = this.advance(Infinity);
    this.tell();
    if (steps.length) this.announce(steps);
  }

  /** Show once more what has happened since this seat acted last. */
  replay(seat: Viewer): void {
    this.skip();
    const missed = this.missed(seat);
    const track = this.track(seat);
    const before = track?.past.at(-missed - 1);
    if (!missed || !track || !before) return;
    track.ahead = track.past.splice(-missed);
    this.cursor = before.n;
    this.shown.set(seat, onTheWay(before));
    this.count();
    this.wait(USUAL_BEAT * tempo(), () => this.next());
  }

  /** How many positions this seat has seen since it acted last. */
  missed(seat: Viewer): number {
    if (seat === null || !this.shown.get(seat)) return 0;
    const past = this.track(seat)?.past ?? [];
    const own = past.map(({ steps = [] }, at) => {
      const before = past[at - 1]?.turn;
      if (before?.kind === 'chance') return before.seat === seat;
      return steps.some((step) => isOf(step, seat));
    });
    return Math.max(0, past.length - 1 - Math.max(0, own.lastIndexOf(true)));
  }

  /** What has been logged up to the position that a seat sees: while that is shown again, not what came after. */
  historyOf(seat: Viewer): readonly Step[] {
    const logged = this.logged.get(seat) ?? [];
    const now = this.shown.get(seat)?.n ?? Infinity;
    const until = this.settled ? now : now - 1;
    return (logged.at(-1)?.n ?? 0) > until ? logged.filter(({ n }) => n <= until) : logged;
  }

  private track(seat: Viewer): Track | undefined {
    return this.tracks.find((track) => track.seat === seat);
  }

  stop(): void {
    this.clock.clear(this.timer);
    this.running = false;
  }

  /** The position alone: this device has just come, or was away for too long to replay everything. */
  private jump(position: Position): void {
    this.stop();
    this.forget(position.seat);
    this.tracks.push({ seat: position.seat, ahead: [], past: [position], untold: [] });
    this.shown.set(position.seat, { ...position, steps: [] });
    if (position.view) this.cameAt.set(position.seat, position.at);
    this.cursor = Math.max(this.cursor, position.n);
    this.tell();
    this.count();
  }

  /** Nothing has happened in the game, but the position may offer something else. */
  private refresh(track: Track, position: Position): void {
    const list = track.ahead.length ? track.ahead : track.past;
    const last = list.pop();
    const same = { ...position, n: last?.n ?? position.n, steps: last?.steps ?? [] };
    list.push(same);
    if (list === track.past) this.shown.set(position.seat, same);
  }

  private add(track: Track, position: Position, steps: readonly Step[]): void {
    track.ahead = summedUp([...track.ahead, ...positionsOf(position, steps)]);
    const shown = this.shown.get(position.seat);
    if (shown) this.show(track, shown);
    this.count();
    if (prefs.pace === 'instant' || document.hidden) this.skip();
    else this.advance(this.cursor); // another seat at this device sees it already
    if (!this.running) this.next();
  }

  private next(): void {
    this.running = false;
    this.tell();
    const numbers = this.tracks.flatMap(({ ahead }) => ahead[0]?.n ?? []);
    if (!numbers.length) return;
    const time = this.timeOf(Math.min(...numbers));
    const steps = this.advance(Math.min(...numbers));
    this.sumUp(steps);
    this.settled = false;
    if (still()) this.tell();
    this.announce(steps);
    const seen = Math.min(time * SEEN, AT_REST * tempo());
    this.wait(seen, () => {
      this.tell();
      this.wait(time - seen, () => this.next());
    });
  }

  private wait(milliseconds: number, act: () => void): void {
    this.running = true;
    this.timer = this.clock.set(act, milliseconds);
  }

  /** Everybody sees the game as it was after step `n`; returns the steps that led there. */
  private advance(n: number): Step[] {
    let seen: Step[] = [];
    for (const track of this.tracks) {
      const ready = track.ahead.filter((position) => position.n <= n);
      const last = ready.at(-1);
      if (!last) continue;
      track.ahead = track.ahead.slice(ready.length);
      track.past = [...track.past, ...ready].slice(-KEPT);
      const steps = ready.flatMap((position) => position.steps ?? []);
      this.show(track, { ...last, steps });
      track.untold.push(...steps);
      if (steps.length > seen.length) seen = steps;
    }
    seen = seen.filter((step) => step.n > this.cursor);
    this.cursor = seen.at(-1)?.n ?? this.cursor;
    this.count();
    return seen;
  }

  /** Moves are offered at the real position, and wherever the same have been offered all the time. */
  private show(track: Track, position: Position): void {
    const real = track.ahead.at(-1);
    const open = this.shown.get(track.seat)?.moves ?? [];
    const same = real && open.length && open.join('\n') === real.moves.join('\n');
    const { at, moves, labels } = real ?? position;
    const past = same ? { ...position, at, moves, ...(labels && { labels }) } : onTheWay(position);
    this.shown.set(track.seat, real ? past : position);
  }

  private tell(): void {
    for (const track of this.tracks) {
      const logged = this.logged.get(track.seat) ?? [];
      const last = logged.at(-1)?.n ?? -1;
      const fresh = track.untold.filter((step) => step.n > last);
      track.untold = [];
      if (fresh.length) this.logged.set(track.seat, [...logged, ...fresh]);
    }
    this.settled = true;
  }

  private sumUp(steps: readonly Step[]): void {
    const [first, last] = [steps[0], steps.at(-1)];
    if (first && last && first !== last)
      this.summedUp = [...this.summedUp, { from: first.n, to: last.n }];
  }

  private announce(steps: readonly Step[]): void {
    for (const listener of this.listeners) listener(steps);
  }

  private count(): void {
    this.ahead = Math.max(0, ...this.tracks.map(({ ahead }) => ahead.length));
  }

  /** How long the position after step `n` is shown: the more there is to show, the quicker. */
  private timeOf(n: number): number {
    const waiting = this.tracks.map(({ ahead }) => ahead);
    const beat = ({ steps = [] }: Position): number =>
      Math.max(0, ...steps.map((step) => this.beat(step)));
    const all = waiting.map((ahead) => ahead.reduce((sum, position) => sum + beat(position), 0));
    const own = waiting.flatMap((ahead) => ahead.filter((position) => position.n === n));
    const hurry = Math.min(1, Math.max(QUICKEST, LONGEST / Math.max(1, ...all)));
    return Math.max(0, ...own.map(beat)) * hurry * tempo();
  }
}

/** The positions on the way to this one; steps whose position is not known belong to the next that is. */
function positionsOf(position: Position, steps: readonly Step[]): Position[] {
  const positions: Position[] = [];
  let led: Step[] = [];
  for (const step of steps) {
    led.push(step);
    if (!step.view && step !== steps.at(-1)) continue;
    positions.push(step.view ? between(position, led) : { ...position, n: step.n, steps: led });
    led = [];
  }
  return positions;
}

/** The position after these steps, of which the last one says how it stood. */
function between(position: Position, steps: Step[]): Position {
  const { n = position.n, view = null, tally, turn = null } = steps.at(-1) ?? {};
  const { tally: _, ...others } = onTheWay(position);
  return { ...others, n, view, turn, steps, ...(tally && { tally }) };
}

/** A position that is past: nothing can be done there. */
function onTheWay(position: Position): Position {
  const { labels: _, ...others } = position;
  return { ...others, moves: [] };
}

/** If far too much waits, the oldest positions are shown as one. */
function summedUp(positions: Position[]): Position[] {
  const many = positions.length - SHOWN_AT_MOST;
  const end = positions[many];
  if (many <= 0 || !end) return positions;
  const steps = positions.slice(0, many + 1).flatMap((position) => position.steps ?? []);
  return [{ ...end, steps }, ...positions.slice(many + 1)];
}

/** Whether it was this seat that acted: the first thing that happens is what somebody does. */
function isOf(step: Step, seat: number): boolean {
  return step.events[0]?.seat === seat;
}
