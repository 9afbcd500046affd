/** What happened, in a line for each step. */

import type * as wire from '../../lib/wire';
import { prefs } from '../../lib/prefs.svelte';
import type { SentenceContext } from '../contract';
import { cardName } from './cards';
import { Geometry } from './geometry';
import { log as t } from './messages';
import type { View, Wire } from './wire';
import { Speaker } from './wording';

type Said = 'dealer' | 'folded' | 'stayed-out' | 'takeback' | 'played' | 'done' | 'goes-on';

/** What a card does to the stones follows the card; what concerns the reader most, at the end. */
const FOLLOWING = ['moved', 'entered', 'swapped', 'hit'];

export class Narrator {
  constructor(
    private readonly speaker: Speaker,
    private readonly board: Geometry,
  ) {}

  /** A step as one line; empty if there is nothing to say. */
  describe(step: wire.StepInfo): string {
    const heads: string[] = [];
    const rest: string[] = [];
    const ends: string[] = [];
    for (const event of step.events) {
      const text = this.event(event);
      const last = event.event === 'done' || this.hurts(event);
      const lines = last ? ends : FOLLOWING.includes(event.event) ? rest : heads;
      if (text && lines.at(-1) !== text) lines.push(text);
    }
    const mover = moverOf(step);
    if (!heads.length && rest.length && mover !== null) heads.push(this.said('goes-on', mover));
    const head = heads.join('. ');
    const what = rest.length ? t('card-and-moves', { head, moves: rest.join(', ') }) : head;
    return [what, ...ends].filter(Boolean).join('. ');
  }

  /** A step as it is announced: a seven of somebody else in one sentence, once all of it has been played. */
  aloud(step: wire.StepInfo, history: readonly wire.StepInfo[], { phase, turn }: View): string {
    const seat = moverOf(step);
    if (seat === null || seat === this.speaker.seat) return this.describe(step);
    const at = history.findIndex(({ n }) => n === step.n);
    const next = history[at + 1];
    if (next ? goesOn(next, seat) : phase === 'seven' && turn === seat) return '';
    let first = at;
    while (first > 0 && goesOn(history[first], seat)) first -= 1;
    const events = history.slice(first, at + 1).flatMap((part) => part.events);
    return this.describe({ n: step.n, events });
  }

  /** Whether a stone of the reader was hit. */
  hurts({ event, seat }: wire.EventInfo): boolean {
    return event === 'hit' && seat !== null && seat === this.speaker.seat;
  }

  /** Tells the reader who has hit a stone of theirs. */
  hitBy(seat: number, stone: string): string {
    return t('hit-by', { name: this.speaker.name(seat), sign: this.speaker.sign(stone) });
  }

  private event(event: wire.EventInfo): string {
    const { seat, detail = '' } = event;
    const mine = seat !== null && seat === this.speaker.seat;
    const who = seat ?? 0;
    switch (event.event) {
      case 'dealer':
      case 'folded':
      case 'stayed-out':
      case 'takeback':
        return this.said(event.event, who);
      case 'contest':
      case 'dealt':
      case 'shuffled':
        return t(event.event);
      case 'gave':
        return mine ? t('gave-you', { card: cardName(detail) }) : '';
      case 'received':
        return mine ? t('received-you', { card: cardName(detail) }) : '';
      case 'played':
        return this.said('played', who, { card: cardName(detail) });
      case 'done':
        return this.said('done', who, { n: Number(detail) });
      case 'drew':
        return this.drew(mine, who, detail);
      case 'hit':
        return this.hit(event, detail);
      case 'moved':
      case 'entered':
      case 'swapped':
        return this.path(event.event, seat, detail);
      default:
        return '';
    }
  }

  private drew(mine: boolean, seat: number, card: string): string {
    if (mine) return t('drew-you', { card: cardName(card) });
    const name = this.speaker.name(seat);
    return card === '?' ? t('drew', { name }) : t('drew-card', { name, card: cardName(card) });
  }

  private hit(event: wire.EventInfo, stone: string): string {
    return this.hurts(event)
      ? t('hit-you', { sign: this.speaker.sign(stone) })
      : t('hit', { stone: this.speaker.stone(stone) });
  }

  /** What a stone does, or two that swap: `0b 12>17`, `0a<>2c`. */
  path(kind: 'moved' | 'entered' | 'swapped', seat: number | null, detail: string): string {
    if (kind === 'swapped') {
      const [one = '', other = ''] = detail.split('<>');
      return t('swapped', {
        stone: this.speaker.stone(one, seat),
        other: this.speaker.stone(other, seat),
      });
    }
    const [id = '', from = '-', to = '-'] = detail.split(/[ >]/);
    const values = { stone: this.speaker.stone(id, seat), place: this.speaker.whither(to) };
    if (kind === 'entered') return t('entered', values);
    const n = this.board.steps(this.board.way(Number(id[0]), from, to));
    if (n === 0) return t('moved-jump', values);
    return t(n < 0 ? 'moved-back' : 'moved', { ...values, n: Math.abs(n) });
  }

  private said(key: Said, seat: number, values: Record<string, string | number> = {}): string {
    return seat === this.speaker.seat
      ? t(`${key}-you`, values)
      : t(key, { ...values, name: this.speaker.name(seat) });
  }
}

function moverOf(step: wire.StepInfo): number | null {
  return step.events.find((event) => event.event === 'moved')?.seat ?? null;
}

/** Whether a step is a further part of a player's seven. */
function goesOn(step: wire.StepInfo | undefined, seat: number): boolean {
  if (!step || step.events.some((event) => event.event === 'played')) return false;
  return moverOf(step) === seat;
}

/** For people who look at a position. */
export function narratorOf({ names, seat, layout, view }: SentenceContext<Wire>): Narrator {
  const board = new Geometry(layout, view.options.direction, seat ?? 0);
  const { coordinates } = prefs;
  return new Narrator(new Speaker(names, seat, board, { coordinates }), board);
}

/** A step in a line, for the log. */
export function tell(step: wire.StepInfo, context: SentenceContext<Wire>): string {
  return narratorOf(context).describe(step);
}
