/** The server over HTTP. A refused request throws `Refused` with the server's stable code. */

import type * as wire from './wire';

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Seconds after which a new try may work. */
    readonly wait = 0,
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'Content-Type': 'application/json' };
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refused('offline', 'the server cannot be reached');
  }
  const text = await answer.text();
  if (!answer.ok) throw refusal(text, Number(answer.headers.get('Retry-After')));
  return (text ? JSON.parse(text) : undefined) as T;
}

function refusal(text: string, wait: number): Refused {
  try {
    const { error } = JSON.parse(text) as wire.Refusal;
    return new Refused(error.code, error.message, wait || 0);
  } catch {
    return new Refused('internal', text.slice(0, 200));
  }
}

export type Game = wire.GameInfo;

let gamesOnce: Promise<Game[]> | undefined;

/** The games of this server, asked for once, in the order in which it offers them. */
export function games(): Promise<Game[]> {
  gamesOnce ??= ask<Game[]>('GET', '/api/games').catch((error: unknown) => {
    gamesOnce = undefined;
    throw error;
  });
  return gamesOnce;
}

export const rules = (game: string, lang: string) =>
  ask<[string, string, string, string][]>('GET', `/api/games/${game}/rules?lang=${lang}`);
export const layout = (game: string, players: number, options: object) =>
  ask<wire.Layout>(
    'GET',
    `/api/games/${game}/layout?players=${players}&options=${encodeURIComponent(JSON.stringify(options))}`,
  );
export const publicTables = () => ask<wire.PublicTable[]>('GET', '/api/tables');
/** A game that is new here has an id that the page does not know. */
export type NewTable = Omit<wire.NewTable, 'game'> & { game: string };
export const openTable = (request: NewTable) => ask<wire.Opened>('POST', '/api/tables', request);
export const table = (id: string) => ask<wire.TableUpdate>('GET', `/api/tables/${id}`);
export const steps = (id: string, query: Record<string, string>) =>
  ask<wire.PastSteps>('GET', `/api/tables/${id}/steps?${new URLSearchParams(query)}`);
export const tableOfCode = (code: string) =>
  ask<wire.Found>('GET', `/api/codes/${encodeURIComponent(code)}`);
export const takeSeats = (id: string, names: string[], seats: number[] | null = null) =>
  ask<wire.Seated>('POST', `/api/tables/${id}/seats`, { names, seats });
export const personalLink = (id: string) =>
  ask<wire.PersonalLink>('POST', `/api/tables/${id}/tickets`);
export const redeem = (id: string, ticket: string) =>
  ask<wire.Seated>('POST', `/api/tables/${id}/keys`, { ticket });
export const seatKeys = (id: string) => ask<wire.SeatKey[]>('GET', `/api/tables/${id}/keys`);
export const revokeKey = (id: string, key: string) =>
  ask<undefined>('DELETE', `/api/tables/${id}/keys/${key}`);
export const closeTable = (id: string) => ask<undefined>('DELETE', `/api/tables/${id}`);
export const qrAddress = (link: string) =>
  `/api/qr?link=${encodeURIComponent(link)}&base=${encodeURIComponent(location.origin)}`;

export const record = (match: string) => ask<wire.Record>('GET', `/api/records/${match}`);
export const moments = (match: string, start: number, count: number) =>
  ask<wire.Moment[]>('GET', `/api/records/${match}/moments?start=${start}&count=${count}`);
export const startAnalysis = (match: string) =>
  ask<wire.Status>('POST', `/api/records/${match}/analysis`);
export const analysisStatus = (match: string) =>
  ask<wire.Status>('GET', `/api/records/${match}/analysis`);
export const report = (match: string) =>
  ask<wire.Report>('GET', `/api/records/${match}/analysis/report`);

export const puzzle = (match: string, position: number) =>
  ask<wire.Puzzle>('GET', `/api/records/${match}/puzzle?position=${position}`);
export const solution = (match: string, position: number) =>
  ask<wire.Solution>('GET', `/api/records/${match}/solution?position=${position}`);
export const dailyPuzzle = (game: string, day: string) =>
  ask<wire.Puzzle>('GET', `/api/games/${game}/puzzle?day=${day}`);
export const tryDaily = (game: string, day: string, move: string) =>
  ask<wire.Solution>('POST', `/api/games/${game}/puzzle`, { day, move });

export const send = ask;
