/** What is where and what happened, in words. */

import type * as wire from '../../lib/wire';
import { list } from '../../lib/messages.svelte';
import { board as t, log as told } from './messages';
import type { Geometry } from './geometry';
import type { Option } from './listing';
import { HIDDEN, type CardText, type Place, type Stone } from './stones';
import type { Layout, RankLayout } from './wire';

type Suit = 'C' | 'D' | 'H' | 'S';
const SUITS: readonly string[] = ['C', 'D', 'H', 'S'];

function isSuit(text: string | undefined): text is Suit {
  return text !== undefined && SUITS.includes(text);
}

export function rankName(rank: string): string {
  switch (rank) {
    case 'A':
    case 'J':
    case 'Q':
    case 'K':
    case 'X':
      return t(`rank-${rank}`);
    default:
      return rank === 'T' ? '10' : rank;
  }
}

export function cardName(card: CardText): string {
  if (card === HIDDEN) return t('hidden');
  const [rank = '', suit] = card;
  return isSuit(suit)
    ? t('card-name', { rank: rankName(rank), suit: t(`suit-${suit}`) })
    : rankName(rank);
}

/** A text that begins a line. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** What a card does, in a line. */
export function cardHelp(card: CardText, { ranks }: Layout): string {
  const rank = ranks.find((one) => one.rank === card[0]);
  if (!rank) return '';
  const help = plainHelp(rank);
  return rank.actions.includes('center') ? `${help} ${t('help-center')}` : help;
}

function plainHelp({ rank, forward, actions }: RankLayout): string {
  switch (rank) {
    case 'A':
    case '4':
    case '7':
    case 'J':
    case 'Q':
    case 'K':
    case 'X':
      return t(`help-${rank}`);
    case '2':
      return t(actions.includes('draw') ? 'help-2-free' : 'help-2');
    default:
      return t('help-number', { n: forward[0] ?? 0 });
  }
}

/** Words for a table: whose stones are whose, and who is "you". */
export class Speaker {
  constructor(
    private readonly names: readonly string[],
    private readonly seat: number | null,
    private readonly board: Geometry,
    private readonly twice: boolean,
  ) {}

  name(seat: number): string {
    return seat === this.seat ? t('you') : (this.names[seat] ?? '');
  }

  /** A stone with its owner, unless the owner is acting. */
  stone(id: string, actor: number | null = null): string {
    const [seat, letter] = [Number(id[0]), id[1] ?? ''];
    if (actor !== null && seat === actor) return t('stone', { letter });
    if (seat === this.seat) return t('stone-mine', { letter });
    return t('stone-of', { letter, name: this.names[seat] ?? '' });
  }

  chosen(): string {
    return t('chosen');
  }

  /** "your stone b on field 37, protected". */
  whereabouts(stone: Stone): string {
    const facts = [`${this.stone(stone.id)} ${this.where(stone.place)}`];
    if (stone.protected) facts.push(t('protected'));
    if (stone.marked && !stone.place.startsWith('h')) {
      facts.push(t(this.twice ? 'touched-twice' : 'touched'));
    }
    return facts.join(', ');
  }

  goal(options: readonly Option[]): string {
    const [first] = options;
    if (!first?.stone || first.goal === null) return '';
    const several = options.some((option) => option.stone !== first.stone);
    const place = first.kind === 'enter' ? t('to-start') : this.whither(first.goal);
    if (first.other && !several)
      return t('goal-swap', { stone: this.stone(first.stone), other: this.stone(first.other) });
    const what = several
      ? t('goal-several', { place })
      : t('goal', { stone: this.stone(first.stone), place });
    const hits = this.hits(options);
    return hits.length
      ? `${what}, ${t('goal-hits', { stones: list(hits.map((id) => this.stone(id))) })}`
      : what;
  }

  hits(options: readonly Option[]): string[] {
    return [...new Set(options.flatMap((option) => option.hits))];
  }

  /** A step as one line; empty if there is nothing to say. */
  told(step: wire.StepInfo): string {
    const heads: string[] = [];
    const rest: string[] = [];
    const ends: string[] = [];
    for (const event of step.events) {
      const text = this.event(event);
      const follows = ['moved', 'entered', 'swapped', 'hit'].includes(event.event);
      const lines = follows ? rest : event.event === 'done' ? ends : heads;
      if (text && lines.at(-1) !== text) lines.push(text);
    }
    const mover = step.events.find((event) => event.event === 'moved')?.seat;
    if (!heads.length && rest.length && mover !== undefined && mover !== null)
      heads.push(this.said('goes-on', mover));
    const head = heads.join('. ');
    const what = rest.length ? `${head}: ${rest.join(', ')}` : head;
    return [what, ...ends].filter(Boolean).join('. ');
  }

  private event({ event, seat, detail = '' }: wire.EventInfo): string {
    const mine = seat !== null && seat === this.seat;
    const who = seat ?? 0;
    switch (event) {
      case 'dealer':
      case 'folded':
      case 'stayed-out':
      case 'takeback':
        return this.said(`${event}`, who);
      case 'contest':
      case 'dealt':
      case 'shuffled':
        return told(`${event}`);
      case 'gave':
        return mine ? told('gave-you', { card: cardName(detail) }) : '';
      case 'received':
        return mine ? told('received-you', { card: cardName(detail) }) : '';
      case 'played':
        return this.said('played', who, { card: cardName(detail) });
      case 'done':
        return this.said('done', who, { n: Number(detail) });
      case 'drew':
        if (mine) return told('drew-you', { card: cardName(detail) });
        return detail === '?'
          ? told('drew', { name: this.name(who) })
          : told('drew-card', { name: this.name(who), card: cardName(detail) });
      case 'moved': {
        const [stone = '', , goal = ''] = detail.split(/[ >]/);
        return told('moved', { stone: this.stone(stone, seat), place: this.whither(goal) });
      }
      case 'entered':
        return told('entered', { stone: this.stone(detail.slice(0, 2), seat) });
      case 'hit':
        return told('hit', { stone: this.stone(detail) });
      case 'swapped': {
        const [stone = '', other = ''] = detail.split('<>');
        return told('swapped', { stone: this.stone(stone, seat), other: this.stone(other) });
      }
      default:
        return '';
    }
  }

  private said(
    key: `${'dealer' | 'folded' | 'stayed-out' | 'takeback' | 'played' | 'done' | 'goes-on'}`,
    seat: number,
    values: Record<string, string | number> = {},
  ): string {
    return seat === this.seat
      ? told(`${key}-you`, values)
      : told(key, { ...values, name: this.names[seat] ?? '' });
  }

  private where(place: Place): string {
    if (place === '-') return t('in-reserve');
    if (place === 'c') return t('in-center');
    if (place.startsWith('h')) return t('in-house', { n: Number(place[1]) });
    const owner = this.board.starts.indexOf(Number(place));
    if (owner < 0) return t('on-field', { n: Number(place) });
    if (owner === this.seat) return t('on-start-mine');
    return t('on-start', { name: this.names[owner] ?? '' });
  }

  private whither(place: Place): string {
    if (place === 'c') return t('to-center');
    if (place.startsWith('h')) return t('to-house', { n: Number(place[1]) });
    return t('to-field', { n: Number(place) });
  }
}
