/** What stays visible of the moves of this game: the flaps of each player's last turn, and who closed which when. */

import type * as wire from '../../lib/wire';
import { fieldsOf } from './notation';

export interface Traces {
  /** The fields that each seat covered in its last turn. */
  last: ReadonlyMap<number, ReadonlySet<number>>;
  /** The number of the step that covered a field, by seat and field. */
  steps: ReadonlyMap<string, number>;
}

export const fieldKey = (seat: number, field: number): string => `${seat} ${field}`;

class Follower implements Traces {
  readonly last = new Map<number, Set<number>>();
  readonly steps = new Map<string, number>();
  /** Whose turn goes on; another seat that rolls begins a new one. */
  private rolling: number | null = null;
  private begun = false;
  private won = false;

  follow(step: wire.StepInfo): void {
    if (this.won) this.clear();
    for (const event of step.events) this.hear(event, step.n);
  }

  private hear({ event, seat, detail = '' }: wire.EventInfo, n: number): void {
    if (event === 'won') this.won = true;
    if (seat === null) return;
    if (event === 'threw' && seat !== this.rolling) [this.rolling, this.begun] = [seat, true];
    if (event === 'covered' || event === 'sat-out') this.cover(seat, fieldsOf(detail), n);
    if (event === 'opened') this.open(seat, fieldsOf(detail));
  }

  private cover(seat: number, fields: readonly number[], n: number): void {
    const before = this.begun ? [] : (this.last.get(seat) ?? []);
    this.begun = false;
    this.last.set(seat, new Set([...before, ...fields]));
    for (const field of fields) this.steps.set(fieldKey(seat, field), n);
  }

  private open(seat: number, fields: readonly number[]): void {
    for (const field of fields) {
      this.last.get(seat)?.delete(field);
      this.steps.delete(fieldKey(seat, field));
    }
  }

  private clear(): void {
    this.last.clear();
    this.steps.clear();
    this.won = false;
  }
}

export function traces(history: readonly wire.StepInfo[]): Traces {
  const follower = new Follower();
  for (const step of history) follower.follow(step);
  return follower;
}

/** The move of one step: whose, and which fields it covered. */
export interface StepMove {
  seat: number;
  fields: ReadonlySet<number>;
}

export function moveOf(step: wire.StepInfo | undefined): StepMove | undefined {
  const move = step?.events.find(({ event }) => event === 'covered' || event === 'opened');
  if (move?.seat == null) return undefined;
  return { seat: move.seat, fields: new Set(fieldsOf(move.detail ?? '')) };
}

/** The dice that lay when a step was made: rolled in it or before it. */
export function rollAt(history: readonly wire.StepInfo[], n: number): string {
  const rolls = history
    .filter((step) => step.n <= n)
    .flatMap(({ events }) => events.filter(({ event }) => event === 'threw'));
  return rolls.at(-1)?.detail ?? '';
}
