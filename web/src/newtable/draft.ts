/** A table before it is opened: everything that was chosen and typed, kept while the reader looks elsewhere. */

import { isOffline, openTable, Refused, type Game, type NewTable } from '../lib/api';
import { canPlayHere, type Side } from '../lib/device.svelte';
import { prefs } from '../lib/prefs.svelte';
import { isSite } from '../lib/site';
import { stored } from '../lib/storage';
import { levelOf } from '../games/levels';
import type { OptionValues } from '../games/options';
import { usualBot, usualGame } from '../games/presets';
import type * as wire from '../lib/wire';

export type SeatKind = 'here' | 'free' | 'bot';

const KINDS: readonly SeatKind[] = ['here', 'free', 'bot'];

/** A seat remembers name and bot, whichever of them it shows at the moment. */
export interface SeatDraft {
  kind: SeatKind;
  name: string;
  bot: string;
}

export type Pace = 'none' | 'live' | 'correspondence';

export interface Draft {
  options: OptionValues;
  players: number;
  seats: SeatDraft[];
  pace: Pace;
  /** Seconds for a move, minutes of reserve, days for a move of a correspondence game. */
  seconds: number;
  reserve: number;
  days: number;
  /** Seconds until a bot plays for an absent player. */
  away: number;
  standIn: string;
  public: boolean;
  rated: boolean;
  spectators: boolean;
  hints: boolean;
  realDice: boolean;
  /** The first guest is the host, where nobody sits at this device. */
  guestHost: boolean;
  /** The game is on this device alone, without a server. */
  onDevice: boolean;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const key = (game: string) => `stammtisch.newTable.${game}`;

export function freshDraft(game: Game, name: string): Draft {
  const most = Math.max(...game.players);
  const seats = Array.from({ length: most }, (_, seat): SeatDraft => ({
    kind: seat ? (isSite ? 'bot' : 'free') : 'here',
    name: seat ? '' : name,
    bot: levelOf(game),
  }));
  return {
    options: {},
    players: usualGame(game).players,
    seats,
    pace: 'none',
    seconds: 60,
    reserve: 10,
    days: 3,
    away: 2 * MINUTE,
    standIn: usualBot(game),
    public: false,
    rated: false,
    spectators: true,
    hints: true,
    realDice: false,
    guestHost: false,
    onDevice: isSite,
  };
}

/** The draft that was begun in this tab, or a new one. */
export function storedDraft(game: Game, name: string): Draft {
  const kept = stored<Partial<Draft>>(key(game.game), {}, sessionStorage);
  return { ...freshDraft(game, name), ...kept };
}

export function storeDraft(game: string, draft: Draft): void {
  sessionStorage.setItem(key(game), JSON.stringify(draft));
}

export function forgetDraft(game: string): void {
  sessionStorage.removeItem(key(game));
}

/** The seats that the chosen number of players has. */
export function seatsOf(draft: Draft): SeatDraft[] {
  return draft.seats.slice(0, draft.players);
}

/** Who can sit at the table. */
export function kindsOf({ onDevice }: Draft): readonly SeatKind[] {
  return KINDS.filter((kind) => kind !== 'free' || !onDevice);
}

/** Nobody comes to a table of this device from elsewhere: bots take the seats that were left for friends. */
export function stayHere(draft: Draft): void {
  const seats = draft.seats.map((seat) =>
    seat.kind === 'free' ? { ...seat, kind: 'bot' as const } : seat,
  );
  const pace = draft.pace === 'correspondence' ? 'none' : draft.pace;
  Object.assign(draft, { onDevice: true, public: false, rated: false, pace, seats });
}

/** The request for this table as the server takes it. */
export function requestOf(game: string, draft: Draft): NewTable {
  return {
    game,
    seats: seatsOf(draft).map(placeOf),
    options: draft.options,
    clock: clockOf(draft),
    away: draft.pace === 'correspondence' ? null : draft.away,
    stand_in: draft.standIn,
    public: draft.public,
    rated: draft.rated,
    spectators: draft.spectators && !draft.onDevice,
    hints: draft.hints,
    real_dice: draft.realDice,
    guest_host: draft.guestHost,
  };
}

function placeOf(seat: SeatDraft): wire.NewTable['seats'][number] {
  if (seat.kind === 'here') return { kind: 'here', name: seat.name.trim() };
  return seat.kind === 'bot' ? { kind: 'bot', bot: seat.bot } : { kind: 'free' };
}

function clockOf(draft: Draft): wire.Clock | null {
  if (draft.pace === 'none') return null;
  if (draft.pace === 'correspondence') return { move: draft.days * DAY };
  return { move: draft.seconds, reserve: draft.reserve * MINUTE };
}

/** The request behind one tap: me against bots of the level that was chosen, everything as usual. */
export function quickGame(game: Game, name: string): NewTable {
  const bot = levelOf(game);
  const rivals = usualGame(game).bots.map(() => ({ kind: 'bot' as const, bot }));
  return {
    game: game.game,
    seats: [{ kind: 'here', name }, ...rivals],
    stand_in: usualBot(game),
  };
}

/** The request for another table like this one, for the same people against bots of another level. */
export function againWith(info: wire.TableUpdate, bot: string): NewTable {
  const { game, options, clock, away, stand_in, spectators, hints, real_dice } = info;
  const seats = info.seats.map((seat) =>
    seat.bot === null ? { kind: 'here' as const, name: seat.name } : { kind: 'bot' as const, bot },
  );
  return { game, seats, options, clock, away, stand_in, spectators, hints, real_dice };
}

/** The request for a table of this device that goes on from what its first seat here sees. */
export function continuedFrom(
  info: wire.TableUpdate,
  position: wire.PositionUpdate['view'],
): NewTable {
  const { game, options, stand_in, hints, real_dice } = info;
  const seats = info.seats.map(({ bot, name }) =>
    bot === null ? { kind: 'here' as const, name } : { kind: 'bot' as const, bot },
  );
  return { game, seats, options, stand_in, hints, real_dice, position };
}

/** Opens the table, takes the seats and returns the link to it. */
export async function openAndJoin(request: NewTable, side?: Side): Promise<string> {
  const { table, link, seats } = await openSomewhere(request, side);
  const names = request.seats.flatMap((seat) => (seat.kind === 'here' ? [seat.name] : []));
  if (seats.length) prefs.remember({ table, game: request.game, names, since: Date.now() });
  return link;
}

/** Whether everybody at the table is at this device, or a bot. */
function isForOneDevice({ seats }: NewTable): boolean {
  return seats.some(({ kind }) => kind === 'here') && seats.every(({ kind }) => kind !== 'free');
}

/** Opens the table on the server, or here: if one wants that, or if no server can be reached. */
export async function openSomewhere(request: NewTable, side?: Side): Promise<wire.Opened> {
  try {
    return await openTable(request, side);
  } catch (error) {
    if (!isOffline(error) || !isForOneDevice(request)) throw error;
    if (!(await canPlayHere())) throw new Refused('unprepared', 'the games are not on this device');
    return openTable(request, 'device');
  }
}
