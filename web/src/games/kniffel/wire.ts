// Made from the program's own types by tools/wire_types.py: change those, not this.

export type BoxName = "ones" | "twos" | "threes" | "fours" | "fives" | "sixes" | "three-kind" | "four-kind" | "full-house" | "small-straight" | "large-straight" | "kniffel" | "chance";

/** A box of the sheet, and the clause that says what it scores. A box of the upper part counts dice with the number `face`. `points` is what a box gives that always gives the same; any other counts dice. */
export type BoxLayout = {
  box: BoxName;
  part: "lower" | "upper";
  clause: string;
  face: number | null;
  points: number | null;
};

/** The number of dice, the rolls of a turn, and the boxes from top to bottom. From `upper_goal` points on, the upper part brings `upper_bonus` more (K6). */
export type Layout = {
  dice: number;
  throws: number;
  upper_goal: number;
  upper_bonus: number;
  boxes: BoxLayout[];
};

/** The agreed options. */
export type AgreedOptions = {
  /** what a further Kniffel may fill (K11) */
  joker: "forced" | "free" | "off";
  /** extra points for a further Kniffel (K12) */
  kniffel_bonus: number;
  /** games of a series, totals added up (K14) */
  games: number;
};

/** What the sheets add up to, and what the dice on the table mean. Lists are by seat. `kniffel_bonus` is what these dice bring besides their box (K12); `joker` says whether K11 decides where they go. `beginning` holds the totals rolled to decide who begins (K2). */
export type Tally = {
  throws_left: number;
  joker: boolean;
  kniffel_bonus: number;
  upper: number[];
  upper_goal: number;
  upper_bonus: number;
  upper_bonuses: number[];
  lower: number[];
  kniffel_bonuses: number[];
  total: number[];
  beginning?: (number | null)[];
};

/** A position of Kniffel. Nothing is hidden. */
export type View = {
  game: "kniffel";
  options: AgreedOptions;
  players: number;
  phase: "begin" | "choose" | "over" | "throw";
  turn: number | null;
  sheets: { [key in BoxName]?: number }[];
  bonus: number[];
  began?: (string | null)[];
  dice?: string;
  kept?: string;
  throws?: number;
  match_game?: number;
  totals?: number[];
};

/** The agreed options. */
export type Options = {
  /** what a further Kniffel may fill (K11) */
  joker?: "forced" | "free" | "off";
  /** extra points for a further Kniffel (K12) */
  kniffel_bonus?: number;
  /** games of a series, totals added up (K14) */
  games?: number;
};

export type Wire = { view: View; tally: Tally; layout: Layout; options: Options };
