/** Stones, places and moves in words: what a person sees on the board. */

import { list } from '../../lib/messages.svelte';
import { board as t, places } from './messages';
import { shapeOf } from './drawing';
import type { Geometry } from './geometry';
import type { Option } from './listing';
import type { Place, Stone } from './stones';

interface Manner {
  /** A stone is marked when it has touched its start twice. */
  twice?: boolean;
  /** Letters of stones and numbers of fields are said, too. */
  coordinates?: boolean;
}

/** Words for a table: whose stones are whose, and who is "you". */
export class Speaker {
  constructor(
    readonly names: readonly string[],
    readonly seat: number | null,
    private readonly board: Geometry,
    private readonly how: Manner = {},
  ) {}

  name(seat: number): string {
    return seat === this.seat ? t('you') : (this.names[seat] ?? '');
  }

  /** A stone with its owner, unless the owner is acting. */
  stone(id: string, actor: number | null = null): string {
    const seat = Number(id[0]);
    const sign = this.sign(id);
    if (seat === this.seat) return t('stone-mine', { sign });
    if (seat === actor) return t('stone', { sign });
    return t('stone-of', { sign, name: this.names[seat] ?? '' });
  }

  /** The shape that the stones of a seat bear. */
  sign(id: string): string {
    return shapeOf(Number(id[0])) + (this.how.coordinates ? (id[1] ?? '') : '');
  }

  chosen(): string {
    return t('chosen');
  }

  /** "your ● stone on your start, protected". */
  whereabouts(stone: Stone): string {
    const facts = [`${this.stone(stone.id)} ${this.where(stone.place)}`];
    if (stone.protected) facts.push(t('protected'));
    if (stone.marked && !stone.place.startsWith('h')) facts.push(t(this.marked));
    return facts.join(', ');
  }

  goal(options: readonly Option[], stones: readonly Stone[] = []): string {
    const [first] = options;
    if (!first?.stone || first.goal === null) return '';
    const several = options.some((option) => option.stone !== first.stone);
    if (first.other && !several) return this.swap(first.stone, first.other, stones);
    const what = several
      ? t('goal-several', { place: this.whither(first.goal) })
      : this.move(first, first.stone, first.goal);
    const hits = this.hits(options);
    return hits.length
      ? `${what}, ${t('goal-hits', { stones: list(hits.map((id) => this.stone(id))) })}`
      : what;
  }

  hits(options: readonly Option[]): string[] {
    return [...new Set(options.flatMap((option) => option.hits))];
  }

  /** Where a stone is. */
  where(place: Place): string {
    return this.place('on', place);
  }

  /** Where a stone goes. */
  whither(place: Place): string {
    return this.place('to', place);
  }

  private get marked(): 'touched' | 'touched-twice' {
    return this.how.twice ? 'touched-twice' : 'touched';
  }

  private move({ kind, way }: Option, id: string, goal: Place): string {
    const values = { stone: this.stone(id), place: this.whither(goal) };
    if (kind === 'enter') return t('goal-enter', values);
    const n = this.board.steps(way);
    if (n === 0) return t('goal-jump', values);
    return t(n < 0 ? 'goal-back' : 'goal', { ...values, n: Math.abs(n) });
  }

  private swap(id: string, otherId: string, stones: readonly Stone[]): string {
    const there = (one: string): string =>
      this.where(stones.find((stone) => stone.id === one)?.place ?? '-');
    return t('goal-swap', {
      stone: this.stone(id),
      here: there(id),
      other: this.stone(otherId),
      there: there(otherId),
    });
  }

  private place(toward: 'on' | 'to', place: Place): string {
    if (place === '-') return places(`${toward}-reserve`);
    if (place === 'c') return places(`${toward}-center`);
    if (place.startsWith('h')) return places(`${toward}-house`, { n: Number(place[1]) });
    const { kind, seat, n } = this.board.landmark(Number(place));
    const mine = seat === this.seat ? '-mine' : '';
    const said = places(`${toward}-${kind}${mine}`, { n, name: this.names[seat] ?? '' });
    return this.how.coordinates ? places('with-number', { place: said, field: place }) : said;
  }
}
