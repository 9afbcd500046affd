// Made from the program's own types by tools/wire_types.py: change those, not this.

export type RowName = "kniffel" | "highway" | "big-full-house" | "two-triplets" | "four-kind" | "large-straight" | "three-pairs" | "small-straight" | "full-house" | "three-kind" | "two-pairs" | "pair" | "won-third" | "left-first";

/** A row of the tableau. Where its points are `assumed`, the printed figure is not known (R9, R12). */
export type RowLayout = {
  row: RowName;
  kind: "combination" | "further";
  points: number;
  assumed: boolean;
};

/** Points for a mark, in the rows where the box of the players says something else. */
export type RowPoints = {
  kniffel?: number;
  highway?: number;
  "big-full-house"?: number;
  "two-triplets"?: number;
  "four-kind"?: number;
  "large-straight"?: number;
  "three-pairs"?: number;
  "small-straight"?: number;
  "full-house"?: number;
  "three-kind"?: number;
  "two-pairs"?: number;
  pair?: number;
  "won-third"?: number;
  "left-first"?: number;
};

/** The dice of each player, the white dice rolled in each round, and the rows from top to bottom. Combinations come best first. A row with `marks_per_row` marks is full and ends the game (R11). */
export type Layout = {
  own_dice: number;
  white_dice: number[];
  marks_per_row: number;
  rows: RowLayout[];
};

/** The agreed options; `order` defaults by variant. */
export type AgreedOptions = {
  /** 2 own dice, or 3 and more combinations (R12) */
  variant: "basic" | "profi";
  /** points by row, where they differ from ours (R13) */
  points: RowPoints;
  /** all combinations of the variant, best first (R13); default as in R9 or R12 */
  order: ("big-full-house" | "four-kind" | "full-house" | "highway" | "kniffel" | "large-straight" | "pair" | "small-straight" | "three-kind" | "three-pairs" | "two-pairs" | "two-triplets")[];
};

/** The points of a mark by row, and what each seat has. `extra_row` is the row that a player who leaves or marks now marks besides the combination (R5, R6). `round_winner` has won round 3 alone; in a tie nobody has (R7). */
export type Tally = {
  points: { [key in RowName]?: number };
  scores: number[];
  extra_row: RowName | null;
  round_winner: number | null;
};

/** A position of Zock'n'Roll, in which a cup that the viewer may not look under is `?`. */
export type View = {
  game: "zocknroll";
  options: AgreedOptions;
  players: number;
  phase: "decide" | "mark" | "over" | "own" | "white";
  turn: number | null;
  starter?: number | null;
  crosses: { [key in RowName]?: number }[];
  round?: 1 | 2 | 3;
  white?: string;
  own?: string[];
  status?: ("in" | "left1" | "left2")[];
  winners?: number[];
  marked?: number[];
};

/** The agreed options; `order` defaults by variant. */
export type Options = {
  /** 2 own dice, or 3 and more combinations (R12) */
  variant?: "basic" | "profi";
  /** points by row, where they differ from ours (R13) */
  points?: RowPoints;
  /** all combinations of the variant, best first (R13); default as in R9 or R12 */
  order?: ("big-full-house" | "four-kind" | "full-house" | "highway" | "kniffel" | "large-straight" | "pair" | "small-straight" | "three-kind" | "three-pairs" | "two-pairs" | "two-triplets")[];
};

export type Wire = { view: View; tally: Tally; layout: Layout; options: Options };
