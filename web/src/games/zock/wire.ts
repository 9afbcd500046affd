// Made from the program's own types by tools/wire_types.py: change those, not this.

/** The chips of one seat. */
export type ChipCount = {
  red: number;
  blue: number;
  yellow: number;
  green: number;
};

/** What a chip of each colour is worth. */
export type ChipValues = {
  red?: number;
  blue?: number;
  yellow?: number;
  green?: number;
};

/** A roll that an objection would look at; `open` is the row before it. */
export type HandedThrow = {
  dice: string;
  open: number[];
  covered: number[];
};

/** The fields of a row, the number of dice, and the colours of the chips (Z1). `sum_fields` holds the fields that the sum of the dice covers, by sum; none where it has no field (Z6, Z7). */
export type Layout = {
  fields: number[];
  dice: number;
  colours: ("blue" | "green" | "red" | "yellow")[];
  sum_fields: { [key: string]: number[] };
};

/** The agreed options; `digits` and `double_pairs` default by variant. */
export type AgreedOptions = {
  /** basic game or variant A, B, C (Z10–Z14) */
  variant: "a" | "b" | "basic" | "c";
  /** which two-digit sums have fields (Z7); default all in C, else ten */
  digits: "all" | "ten";
  /** equal dice may be split in B and C (Z11, Z13); default true in B */
  double_pairs: boolean;
  /** who watches over mistakes (Z16) */
  referee: "players" | "strict";
  /** games of a match with chips (Z18) */
  games: number;
  /** What a chip of each colour is worth. */
  chip_values: {
    red: number;
    blue: number;
    yellow: number;
    green: number;
  };
};

/** In a match, what the chips of each seat are worth (Z18). */
export type Tally = {
  worth?: number[];
};

/** A position of ZOCK. Nothing is hidden. */
export type View = {
  game: "zock";
  options: AgreedOptions;
  players: number;
  phase: "begin" | "move" | "objection" | "over" | "throw";
  turn: number | null;
  open: number[][];
  dice?: string;
  began?: (string | null)[];
  handed?: HandedThrow[];
  chips?: ChipCount[];
  match_game?: number;
};

/** The agreed options; `digits` and `double_pairs` default by variant. */
export type Options = {
  /** basic game or variant A, B, C (Z10–Z14) */
  variant?: "a" | "b" | "basic" | "c";
  /** which two-digit sums have fields (Z7); default all in C, else ten */
  digits?: "all" | "ten";
  /** equal dice may be split in B and C (Z11, Z13); default true in B */
  double_pairs?: boolean;
  /** who watches over mistakes (Z16) */
  referee?: "players" | "strict";
  /** games of a match with chips (Z18) */
  games?: number;
  /** what the chips are worth (Z18) */
  chip_values?: ChipValues;
};

export type Wire = { view: View; tally: Tally; layout: Layout; options: Options };
