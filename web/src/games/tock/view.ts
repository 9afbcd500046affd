/** The position document of Tock as the page reads it. */

/** A field of the ring from 0, `h1` to `h4`, `c` the centre, `-` the reserve. */
export type Place = string;
/** `5H`, `X` the joker, `?` a card one may not know. */
export type CardText = string;

export interface TockOptions {
  board: 'canadian' | 'dog';
  direction: 'clockwise' | 'counterclockwise';
  house_entry?: 'touched' | 'over' | 'twice';
  play_on?: boolean;
}

export interface TockView {
  options: TockOptions;
  players: number;
  phase: 'deal' | 'give' | 'play' | 'seven' | 'center' | 'draw' | 'over';
  turn: number | null;
  dealer: number | null;
  round: number;
  stones: string[][];
  hands: CardText[][];
  given?: (CardText | null)[];
  seven?: { left: number; as: '7' | 'X'; moved: string[] };
  center?: string[];
  draw?: { from: number };
  discard: CardText[];
  places: number[];
}

export interface Stone {
  /** Seat and letter, `0a`. */
  id: string;
  seat: number;
  place: Place;
  protected: boolean;
  /** It has touched its gate, on the dog board its start twice. */
  marked: boolean;
}

const known = new Map<string, Stone>();

/** The same stone at the same place is the same object, so that only what changed is drawn anew. */
function stone(seat: number, letter: string, text: string): Stone {
  const key = `${seat}${letter}${text}`;
  const found = known.get(key) ?? {
    id: `${seat}${letter}`,
    seat,
    place: text.replace(/[!*].*$/, ''),
    protected: text.includes('!'),
    marked: text.includes('*'),
  };
  known.set(key, found);
  return found;
}

export function stonesOf(view: TockView): Stone[] {
  return view.stones.flatMap((row, seat) =>
    row.map((text, number) => stone(seat, 'abcd'[number] ?? '', text)),
  );
}

export function inTeams(players: number): boolean {
  return players === 4 || players === 6 || players === 8;
}

export function partnerOf(players: number, seat: number): number | null {
  return inTeams(players) ? (seat + players / 2) % players : null;
}

/** The number of the seat's team; alone, everybody is one. */
export function teamOf(players: number, seat: number): number {
  return inTeams(players) ? seat % (players / 2) : seat;
}

export function homeOf(stones: readonly Stone[], seat: number): number {
  return stones.filter((stone) => stone.seat === seat && stone.place.startsWith('h')).length;
}

/** Whose stones the seat plays: once its own are home, the partner's. */
export function playedBy(players: number, stones: readonly Stone[], seat: number): number {
  const partner = partnerOf(players, seat);
  return partner !== null && homeOf(stones, seat) === 4 ? partner : seat;
}

/** How many cards everybody gets in the coming deal: 6, 5, 4, 3, 2, and again. */
export function cardsEach(view: TockView): number {
  return 6 - ((view.round - 1) % 5);
}

/** The seat's next one who still gets cards: who a card is passed on to. */
export function receiverOf(view: TockView, seat: number): number {
  const partner = partnerOf(view.players, seat);
  if (partner !== null) return partner;
  const others = Array.from({ length: view.players }, (_, n) => (seat + 1 + n) % view.players);
  return others.find((other) => !view.places.includes(other)) ?? seat;
}
