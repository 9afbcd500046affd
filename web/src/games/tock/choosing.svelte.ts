/** What has been chosen so far: every card, stone and goal narrows the listed moves until one is left. */

import { byTarget, type Option } from './listing';
import { JOKER, type CardText } from './stones';

export interface Offer {
  options: Option[];
  hand: CardText[];
  /** No further card is needed, because a seven is being played. */
  cardless: boolean;
  /** The best move that a hint names. */
  hinted?: string | undefined;
  play: (move: string) => void;
}

/** A choice as it is kept over a reload; moves by their texts. */
export interface Chosen {
  slot: number | null;
  stone: string | null;
  target: string | null;
  choices: string[];
  pending: string | null;
}

/** Moves that do the same, but for the suit of the card, are one choice. */
function meaning(option: Option): string {
  return `${option.card === JOKER ? 'X=' : ''}${option.rank}`;
}

function different<T>(things: readonly T[]): T[] {
  return [...new Set(things)];
}

export class Choosing {
  /** The card of the hand, by its place there. */
  slot = $state<number | null>(null);
  /** The stone that was chosen; see `mover`. */
  private stone = $state<string | null>(null);
  /** A goal that several stones reach, until one of them is chosen. */
  target = $state<string | null>(null);
  /** The options that are left if stone and goal are clear, but not the card or what a joker stands for. */
  choices = $state.raw<Option[]>([]);
  /** A part of a seven that is not sent yet. */
  pending = $state.raw<Option | null>(null);
  /** A goal or a stone under the pointer or the focus. */
  looked = $state.raw<{ stone?: string; target?: string } | null>(null);

  constructor(private readonly offer: () => Offer) {}

  readonly card = $derived.by(() =>
    this.slot === null ? null : (this.offer().hand[this.slot] ?? null),
  );

  /** What a hint suggests, until something is chosen. */
  readonly suggested = $derived.by(() => {
    const { options, hinted } = this.offer();
    return this.begun ? null : (options.find((option) => option.text === hinted) ?? null);
  });

  /** What can still be done on the board with the chosen card. */
  private readonly open = $derived.by(() =>
    this.offer().options.filter(
      (option) => option.target !== null && (this.card === null || option.card === this.card),
    ),
  );

  readonly stones = $derived.by(() =>
    different(
      this.open
        .filter((option) => this.target === null || option.target === this.target)
        .flatMap((option) => option.stone ?? []),
    ),
  );

  /** The stone that moves: the chosen one, or the only one that can. */
  readonly mover = $derived.by(() => {
    if (this.pending) return this.pending.stone;
    if (this.stone !== null) return this.stone;
    const clear = this.card !== null || this.offer().cardless;
    return clear && this.stones.length === 1 ? (this.stones[0] ?? null) : null;
  });

  /** Every goal of the card, or of the stone, with the moves that lead there. */
  readonly goals = $derived.by(() => {
    const nothing = this.card === null && this.mover === null && !this.offer().cardless;
    return byTarget(
      this.open.filter(
        (option) =>
          !nothing &&
          (this.mover === null || option.stone === this.mover) &&
          (this.target === null || option.target === this.target),
      ),
    );
  });

  /** The moves whose ways are drawn. */
  readonly preview = $derived.by((): Option[] => {
    if (this.pending) return [this.pending];
    if (this.choices.length) return this.choices;
    const target = this.looked?.target ?? this.target;
    if (target && this.goals.has(target)) return this.goals.get(target) ?? [];
    if (this.looked?.stone)
      return this.open.filter((option) => option.stone === this.looked?.stone);
    if (this.mover === null) return this.suggested ? [this.suggested] : [];
    return [...this.goals.values()].flat();
  });

  /** Whether what is drawn is one move, so that its hits can be shown. */
  readonly clear = $derived.by(
    () =>
      this.pending !== null ||
      this.looked?.target !== undefined ||
      different(this.preview.map((option) => option.target)).length === 1,
  );

  /** From whom the chosen card may draw. */
  readonly draws = $derived.by(() => {
    const drawing = this.offer().options.filter(
      (option) => option.kind === 'draw' && option.card === this.card,
    );
    return drawing.filter(
      (option, n) => drawing.findIndex((one) => one.from === option.from) === n,
    );
  });

  readonly begun = $derived.by(
    () =>
      this.slot !== null || this.stone !== null || this.target !== null || this.pending !== null,
  );

  /** What has been chosen, to be chosen again later; null if nothing has. */
  get chosen(): Chosen | null {
    if (!this.begun) return null;
    const { slot, stone, target } = this;
    const choices = this.choices.map(({ text }) => text);
    return { slot, stone, target, choices, pending: this.pending?.text ?? null };
  }

  /** Choose what was chosen when the same was offered. */
  choose({ slot, stone, target, choices, pending }: Chosen): void {
    const { options } = this.offer();
    this.forget();
    this.slot = slot;
    this.stone = stone;
    this.target = target;
    this.choices = options.filter(({ text }) => choices.includes(text));
    this.pending = options.find(({ text }) => text === pending) ?? null;
  }

  playable(card: CardText): boolean {
    return this.offer().options.some((option) => option.card === card);
  }

  takeCard(slot: number): void {
    const same = this.slot === slot;
    this.forget();
    this.slot = same ? null : slot;
  }

  takeStone(stone: string): void {
    if (this.target !== null) {
      this.settle((this.goals.get(this.target) ?? []).filter((option) => option.stone === stone));
      return;
    }
    this.pending = null;
    this.choices = [];
    this.stone = this.stone === stone ? null : stone;
  }

  takeGoal(target: string): void {
    const options = this.goals.get(target) ?? [];
    this.choices = [];
    if (this.target === target) {
      this.target = null;
      return;
    }
    if (different(options.map((option) => option.stone)).length > 1) {
      this.pending = null;
      this.target = target;
      return;
    }
    this.settle(options);
  }

  /** Play one of several choices, or plan a part of a seven first. */
  take(option: Option): void {
    this.choices = [];
    const unsure = option.part && this.offer().options.length > 1;
    if (unsure && this.pending?.text !== option.text) {
      this.target = null;
      this.pending = option;
    } else {
      this.offer().play(option.text);
    }
  }

  /** One step back; nothing has been sent yet. */
  back(): void {
    if (this.choices.length) this.choices = [];
    else if (this.pending) this.pending = null;
    else if (this.target !== null) this.target = null;
    else if (this.stone !== null) this.stone = null;
    else this.slot = null;
    this.looked = null;
  }

  forget(): void {
    this.slot = null;
    this.stone = null;
    this.target = null;
    this.pending = null;
    this.choices = [];
    this.looked = null;
  }

  private settle(options: readonly Option[]): void {
    const kinds = different(options.map(meaning));
    const [first] = options;
    if (!first) return;
    if (kinds.length === 1) this.take(first);
    else this.choices = kinds.flatMap((kind) => options.find((one) => meaning(one) === kind) ?? []);
  }
}
