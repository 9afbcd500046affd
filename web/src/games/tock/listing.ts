/** The listed moves, taken apart so that cards, stones and goals can be chosen one after the other. */

import type { Geometry } from './geometry';
import { JOKER, type CardText, type Place, type Stone } from './stones';
import type { Layout, Tally } from './wire';

export type Kind = 'give' | 'enter' | 'go' | 'swap' | 'draw' | 'center' | 'end' | 'fold';

export interface Option {
  /** The move in notation. */
  text: string;
  kind: Kind;
  card: CardText | null;
  /** What the card counts as: a joker's is what it stands for, empty where it stands for itself. */
  rank: string;
  /** It is one part of a seven, which may be split. */
  part: boolean;
  stone: string | null;
  goal: Place | null;
  /** Where it leads on the board: a house is its owner's. */
  target: string | null;
  /** The other stone of a swap. */
  other: string | null;
  /** Whose hand is drawn from. */
  from: number | null;
  /** The places on the way, the first and the last included. */
  way: Place[];
  hits: string[];
}

const CARD = `(${JOKER}|\\w\\w)`;
const STONE = '(\\d[a-z])';
const PLAYED = `(?:${CARD}(?:=(\\w))? )`;
const GO = new RegExp(`^${PLAYED}?${STONE}>(\\w+)$`);
const SWAP = new RegExp(`^${PLAYED}${STONE}<>${STONE}$`);
const DRAW = new RegExp(`^${PLAYED}draw (\\d)$`);
const ENTER = new RegExp(`^${CARD} in$`);
const GIVE = new RegExp(`^give ${CARD}$`);
const CENTER = new RegExp(`^center ${CARD} ${STONE}$`);

/** A goal on the board; cells of a house are told apart by their owner. */
export function targetOf(stone: string, place: Place): string {
  return place.startsWith('h') ? `${stone[0] ?? ''}${place}` : place;
}

/** The moves to each goal. */
export function byTarget(options: readonly Option[]): Map<string, Option[]> {
  const found = new Map<string, Option[]>();
  for (const option of options) {
    if (option.target === null) continue;
    found.set(option.target, [...(found.get(option.target) ?? []), option]);
  }
  return found;
}

export class Listing {
  readonly options: Option[];

  constructor(
    moves: readonly string[],
    /** What each of the moves hits. */
    labels: readonly string[],
    private readonly stones: readonly Stone[],
    private readonly board: Geometry,
    private readonly layout: Layout,
    private readonly tally: Tally,
  ) {
    this.options = moves.flatMap((text, number) => {
      const option = this.read(text);
      const hits = labels[number]?.split(' ').filter(Boolean) ?? [];
      return option ? [{ ...option, hits }] : [];
    });
  }

  private read(text: string): Option | null {
    let match = GO.exec(text);
    if (match) {
      const [, card, rank, stone = '', goal = ''] = match;
      return this.going(text, card, rank, stone, goal);
    }
    if ((match = SWAP.exec(text))) {
      const [, card, rank, stone = '', other = ''] = match;
      const goal = this.placeOf(other);
      return { ...blank(text, 'swap', card, rank), stone, other, goal, target: goal };
    }
    if ((match = DRAW.exec(text))) {
      const [, card, rank, from] = match;
      return { ...blank(text, 'draw', card, rank), from: Number(from) };
    }
    if ((match = ENTER.exec(text))) return this.entering(text, match[1]);
    if ((match = GIVE.exec(text))) return blank(text, 'give', match[1]);
    if ((match = CENTER.exec(text))) {
      const option = this.going(text, match[1], undefined, match[2] ?? '', 'c');
      return { ...option, kind: 'center' };
    }
    return text === 'end' || text === 'fold' ? blank(text, text) : null;
  }

  private going(
    text: string,
    card: string | undefined,
    rank: string | undefined,
    stone: string,
    goal: Place,
  ): Option {
    const way = this.board.way(Number(stone[0]), this.placeOf(stone), goal);
    const target = targetOf(stone, goal);
    const option = blank(text, 'go', card, rank);
    return { ...option, part: !card || this.splits(option.rank), stone, goal, target, way };
  }

  private entering(text: string, card: string | undefined): Option | null {
    const stone = this.tally.enters;
    if (!stone) return null;
    const start = String(this.layout.starts[Number(stone[0])] ?? 0);
    const way = ['-', start];
    return { ...blank(text, 'enter', card), stone, goal: start, target: start, way };
  }

  private splits(rank: string): boolean {
    return this.layout.ranks.some((one) => one.rank === rank && one.actions.includes('split'));
  }

  private placeOf(stone: string): Place {
    return this.stones.find((one) => one.id === stone)?.place ?? '-';
  }
}

function blank(text: string, kind: Kind, card?: string, rank?: string): Option {
  const nothing = {
    part: false,
    stone: null,
    goal: null,
    target: null,
    other: null,
    from: null,
    way: [],
    hits: [],
  };
  const own = card && card !== JOKER ? card.slice(0, 1) : '';
  return { text, kind, card: card ?? null, rank: rank ?? own, ...nothing };
}
