/** The games of a series so far. A position knows only their sums, so what was seen is remembered. */

import { stored } from '../../lib/storage';
import type * as wire from '../../lib/wire';
import { NewSteps } from '../../parts/newSteps';
import { boxNamed, type Sheet } from './boxes';
import type { Layout, Tally, View } from './wire';

const KEPT = 'stammtisch.series';

/** A game with all its sheets, and the extra points for further Kniffels. */
export interface PlayedGame {
  sheets: Sheet[];
  kniffelBonuses: number[];
}

interface Memory {
  /** The sums of all seats after so many games. */
  sums: Record<string, number[]>;
  games: Record<string, PlayedGame>;
}

export interface FinishedGames {
  /** The first and last game of the series in these totals; the same for a single game. */
  from: number;
  until: number;
  totals: number[];
  /** Its sheets, if they were seen here. */
  played?: PlayedGame | undefined;
}

const remembered = (): Record<string, Memory> => stored(KEPT, {}, sessionStorage);

export class SeriesMemory {
  /** The finished games; those that were not seen one by one are added up. */
  finished = $state.raw<FinishedGames[]>([]);
  private readonly newSteps = new NewSteps();
  private present: (PlayedGame & { game: number }) | undefined;

  constructor(private readonly place: string) {}

  /** Take in the position of a series and the steps that led there. */
  follow(view: View, tally: Tally, layout: Layout, steps: readonly wire.StepInfo[]): void {
    const { match_game: game, totals } = view;
    if (!game || !totals) return;
    const events = this.newSteps.of(steps).flatMap((step) => step.events);
    const after = view.phase === 'over' ? game : game - 1;
    const memory = this.memory(totals, after);
    const { present } = this;
    const bonuses = tally.kniffel_bonuses;
    if (view.phase === 'over')
      memory.games[game] = { sheets: view.sheets, kniffelBonuses: bonuses };
    else if (present?.game === after) {
      const played = ended(present, events, layout);
      if (played.sheets.every((sheet) => Object.keys(sheet).length === layout.boxes.length))
        memory.games[after] = played;
    }
    this.present = { game, sheets: view.sheets, kniffelBonuses: bonuses };
    sessionStorage.setItem(KEPT, JSON.stringify({ ...remembered(), [this.place]: memory }));
    this.finished = finishedGames(memory, after);
  }

  private memory(totals: number[], after: number): Memory {
    const known = remembered()[this.place];
    const sums = { ...known?.sums, 0: totals.map(() => 0), [after]: totals };
    return { sums, games: { ...known?.games } };
  }
}

/** The game with what was written in it last. */
function ended(game: PlayedGame, events: readonly wire.EventInfo[], layout: Layout): PlayedGame {
  const sheets = game.sheets.map((sheet) => ({ ...sheet }));
  const kniffelBonuses = [...game.kniffelBonuses];
  const won = events.findIndex((event) => event.event === 'won');
  for (const { event, seat, detail = '' } of events.slice(0, won)) {
    if (seat === null) continue;
    const [written, points] = detail.split(' ');
    const box = boxNamed(layout, written);
    if (event === 'scored' && box) sheets[seat] = { ...sheets[seat], [box]: Number(points) };
    if (event === 'bonus') kniffelBonuses[seat] = (kniffelBonuses[seat] ?? 0) + Number(detail);
  }
  return { sheets, kniffelBonuses };
}

function finishedGames({ sums, games }: Memory, finished: number): FinishedGames[] {
  const known = Object.keys(sums)
    .map(Number)
    .filter((after) => after <= finished)
    .sort((one, other) => one - other);
  return known.slice(1).map((until, index) => {
    const before = known[index] ?? 0;
    const earlier = sums[before] ?? [];
    const totals = (sums[until] ?? []).map((sum, who) => sum - (earlier[who] ?? 0));
    const played = before + 1 === until ? games[until] : undefined;
    return { from: before + 1, until, totals, played };
  });
}
