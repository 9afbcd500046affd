// Made from the program's own types by tools/wire_types.py: change those, not this.

/** How many cards each player gets, and the players in dealing order (T8). */
export type ComingDeal = {
  cards: number;
  order: number[];
};

/** A two: the seat drawn from. */
export type DrawUnderWay = {
  from: number;
};

/** What cards of a rank do at this table (T13): steps forward and backward, one or the other, and more. They may bring a stone in (`enter`), `split` their steps, `swap` stones, `draw` a card, lead into the centre and out of it (`center`), or stand for `any-rank`. */
export type RankLayout = {
  rank: string;
  forward: number[];
  backward: number[];
  actions: ("any-rank" | "center" | "draw" | "enter" | "split" | "swap")[];
};

/** A seven: steps left, the card it was, the stones it has moved. */
export type SevenUnderWay = {
  left: number;
  as: "7" | "X";
  moved: string[];
};

/** `stone` can hit `target` with one card: `steps` ahead, behind if negative, or by entering if 0. */
export type StoneInReach = {
  stone: string;
  target: string;
  steps: number;
};

/** The board and the cards (T2–T5, T7, T8, T13, T34). The track is one ring of fields from 0, with `arm_length` fields on each of the `arms`. Lists are by seat where nothing else is said: the arm, the start field and the gate, which is the last field before the house. `teams` holds the seats that play together, `stones` the letters of a player's stones, and `house` the cells of a house from the gate inward. Fields in `center_fields` lead to the centre; where there are none, the board has no centre. A stone that goes along the track never goes more than `longest_way` steps forward. `cards_by_round` is how many cards each player gets, round by round and then again. */
export type Layout = {
  arms: number;
  arm_length: number;
  fields: number;
  seat_arms: number[];
  starts: number[];
  gates: number[];
  teams: number[][];
  stones: string[];
  house: string[];
  center_fields: number[];
  ranks: RankLayout[];
  suits: string[];
  cards_by_round: number[];
  seven_steps: number;
  longest_way: number;
};

/** The agreed options; `house_entry` defaults by board. */
export type AgreedOptions = {
  /** 18 or 16 fields an arm (T4, T5) */
  board: "canadian" | "dog";
  /** mirrors board and order of play (T6) */
  direction: "clockwise" | "counterclockwise";
  /** the way into the house (T28–T31); touched needs board canadian, the others dog */
  house_entry: "over" | "touched" | "twice";
  /** free play: play on for the places (T27) */
  play_on: boolean;
  /** teams: a 7 also moves the partner's stones (T32) */
  canadian_seven: boolean;
  /** teams: the eighth stone may not go home by a joker (T33) */
  no_joker_finish: boolean;
};

/** How far everybody is, and what is next; lists are by seat. `home` counts the stones in the house, `plays` names the seat whose stones a seat plays now (T14). Before a deal `deal` says what is dealt; while cards are passed on, `receivers` says to whom (T10). `enters` is the stone that an entering card would bring in now (T17). `ways` has the way that each stone of a seat still has to go, none for a stone in reserve or in the centre; `in_reach` the stones that one card of another side can hit, whether or not somebody holds it (T16, T17, T25). */
export type Tally = {
  home: number[];
  plays: number[];
  deal?: ComingDeal;
  receivers?: number[];
  enters?: string;
  ways: ((WayHome | null)[])[];
  in_reach: StoneInReach[];
};

/** A position of Tock, in which a card that the viewer may not know is `?`. */
export type View = {
  game: "tock";
  options: AgreedOptions;
  players: number;
  phase: "center" | "deal" | "draw" | "give" | "over" | "play" | "seven";
  turn: number | null;
  dealer: number | null;
  round: number;
  stones: string[][];
  hands: string[][];
  given?: (string | null)[];
  seven?: SevenUnderWay;
  center?: string[];
  draw?: DrawUnderWay;
  discard: string[];
  places: number[];
};

/** Steps forward to the stone's gate and to the deepest cell of its house that is free. There is no `home` while the house is blocked. A stone in the house is past its gate; one that is as deep as it can be has no steps left. */
export type WayHome = {
  gate: number;
  home: number | null;
};

/** The agreed options; `house_entry` defaults by board. */
export type Options = {
  /** 18 or 16 fields an arm (T4, T5) */
  board?: "canadian" | "dog";
  /** mirrors board and order of play (T6) */
  direction?: "clockwise" | "counterclockwise";
  /** the way into the house (T28–T31); touched needs board canadian, the others dog */
  house_entry?: "over" | "touched" | "twice";
  /** free play: play on for the places (T27) */
  play_on?: boolean;
  /** teams: a 7 also moves the partner's stones (T32) */
  canadian_seven?: boolean;
  /** teams: the eighth stone may not go home by a joker (T33) */
  no_joker_finish?: boolean;
};

export type Wire = { view: View; tally: Tally; layout: Layout; options: Options };
