/**
 * Movement that explains what happened. What is shown follows what is, step by step and quickly;
 * whoever wants to act does not wait for it.
 */

import { still } from '../../lib/prefs.svelte';
import type * as wire from '../../lib/wire';
import type { Geometry, Point } from './geometry';
import type { Place, Stone } from './view';

const LONGEST = 600;
const PER_FIELD = 45;
const FLIGHT = 200;
/** Of more steps than these only the last are shown. */
const MOST_STEPS = 8;

interface Leg {
  stone: string;
  way: Place[];
  begin: number;
  end: number;
}

interface Scene {
  legs: Leg[];
  length: number;
  stones: Stone[];
}

export class Motion {
  /** The stones as they are shown: on their way to where they are. */
  shown = $state.raw<Stone[]>([]);
  private queue: Scene[] = [];
  private running: Animation[] = [];
  private last = Number.NEGATIVE_INFINITY;
  private elements = new Map<string, HTMLElement>();

  /** An element that shows a stone. */
  readonly holds = (id: string) => (element: HTMLElement) => {
    this.elements.set(id, element);
    return () => this.elements.delete(id);
  };

  /** New stones; steps that are not known yet are shown one after the other. */
  follow(stones: Stone[], steps: readonly wire.StepNews[], board: Geometry): void {
    const fresh = steps.filter((step) => step.n > this.last);
    const newest = steps.at(-1)?.n;
    const first = this.shown.length !== stones.length;
    if (!fresh.length && samePlaces(stones, this.queue.at(-1)?.stones ?? this.shown)) {
      const end = this.queue.at(-1);
      if (end) end.stones = stones;
      else this.shown = stones;
      return;
    }
    const backward = newest !== undefined && newest < this.last;
    if (newest !== undefined) this.last = newest;
    if (first || backward || !fresh.length || still() || document.hidden) {
      this.finish();
      this.shown = stones;
      return;
    }
    let before = this.queue.at(-1)?.stones ?? this.shown;
    for (const step of fresh.slice(-MOST_STEPS)) {
      const scene = sceneOf(step, before, board);
      if (scene.legs.length) this.queue.push(scene);
      before = scene.stones;
    }
    // What the events do not tell, such as marks, and whatever else differs.
    const end = this.queue.at(-1);
    if (end) end.stones = stones;
    else if (!this.running.length) this.shown = stones;
    if (!this.running.length) this.next(board);
  }

  /** Whoever acts sees at once how things are. */
  finish(): void {
    const end = this.queue.at(-1);
    this.queue = [];
    this.stop();
    if (end) this.shown = end.stones;
  }

  private stop(): void {
    const running = this.running;
    this.rest();
    for (const animation of running) animation.cancel();
  }

  private rest(): void {
    this.running = [];
    for (const element of this.elements.values()) delete element.dataset['moving'];
  }

  private next(board: Geometry): void {
    const scene = this.queue[0];
    if (!scene) return;
    this.shown = scene.stones;
    const length = scene.length / Math.max(1, this.queue.length * 0.7);
    this.running = byStone(scene.legs).flatMap(([id, legs]) => {
      const element = this.elements.get(id);
      if (!element) return [];
      element.dataset['moving'] = '';
      return [element.animate(frames(id, legs, scene.length, board), length)];
    });
    const mine = this.running;
    const done = (): void => {
      if (this.running !== mine) return;
      this.rest();
      this.queue.shift();
      this.next(board);
    };
    if (!mine.length) done();
    else void Promise.all(mine.map((animation) => animation.finished)).then(done, () => undefined);
  }
}

function samePlaces(some: readonly Stone[], others: readonly Stone[]): boolean {
  return some.length === others.length && some.every((one, n) => one.place === others[n]?.place);
}

/** What a step does to the stones, told by its events. */
function sceneOf(step: wire.StepNews, stones: readonly Stone[], board: Geometry): Scene {
  const places = new Map(stones.map((stone) => [stone.id, stone.place]));
  const legs: Leg[] = [];
  let time = 0;
  const go = (stone: string, way: Place[], length: number): void => {
    legs.push({ stone, way, begin: time, end: time + length });
    places.set(stone, way.at(-1) ?? '-');
  };
  for (const event of step.events) {
    const detail = event.detail ?? '';
    if (event.event === 'moved' || event.event === 'entered') {
      const [stone = '', from = '-', to = '-'] = detail.split(/[ >]/);
      const way = board.way(Number(stone[0]), from, to);
      const length = way.length > 2 ? way.length * PER_FIELD : FLIGHT;
      go(stone, way, length);
      time += length;
    } else if (event.event === 'hit') {
      go(detail, [places.get(detail) ?? '-', '-'], FLIGHT);
    } else if (event.event === 'swapped') {
      const [one = '', other = ''] = detail.split('<>');
      const [here, there] = [places.get(one) ?? '-', places.get(other) ?? '-'];
      go(one, [here, there], 2 * FLIGHT);
      go(other, [there, here], 2 * FLIGHT);
      time += 2 * FLIGHT;
    }
  }
  const end = Math.max(1, ...legs.map((leg) => leg.end));
  const pace = Math.min(1, LONGEST / end);
  return {
    legs: legs.map((leg) => ({ ...leg, begin: leg.begin * pace, end: leg.end * pace })),
    length: end * pace,
    stones: stones.map((stone) => ({ ...stone, place: places.get(stone.id) ?? stone.place })),
  };
}

function byStone(legs: readonly Leg[]): [string, Leg[]][] {
  const ids = [...new Set(legs.map((leg) => leg.stone))];
  return ids.map((id) => [id, legs.filter((leg) => leg.stone === id)]);
}

function frames(id: string, legs: readonly Leg[], length: number, board: Geometry): Keyframe[] {
  const all: Keyframe[] = [];
  for (const leg of legs) {
    leg.way.forEach((place, number) => {
      const part = number / Math.max(1, leg.way.length - 1);
      const offset = (leg.begin + part * (leg.end - leg.begin)) / length;
      all.push({ offset, transform: moved(board.spot(id, place)) });
    });
  }
  const [first, last] = [all[0], all.at(-1)];
  if (first && Number(first.offset) > 0) all.unshift({ ...first, offset: 0 });
  if (last && Number(last.offset) < 1) all.push({ ...last, offset: 1 });
  return all;
}

/** How wide a stone is, in distances between fields. */
export const STONE = 0.88;

/** A stone's place as a transformation: in percent of its own size, so that it holds at every size. */
export function moved(point: Point): string {
  const part = (value: number): string => `${((value / STONE) * 100).toFixed(1)}%`;
  return `translate(${part(point.x)}, ${part(point.y)})`;
}
