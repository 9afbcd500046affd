/**
 * Requests to the server over HTTP, or to the tables of this device. A refused request throws `Refused` with
 * its stable code.
 */

import { canPlayHere, device, mayStandIn, sideOf, type Side } from './device.svelte';
import { OnceEach } from './onceEach';
import { fileAbout } from './site';
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

/** Whether something failed because no server could be reached. */
export function isOffline(error: unknown): boolean {
  return error instanceof Refused && error.code === 'offline';
}

interface Answer {
  status: number;
  text: string;
  /** Seconds after which a new try may work. */
  wait?: number;
}

/** The text at a path, for a file. */
export async function text(path: string): Promise<string> {
  const answer = await answerOf(sideOf(path), 'GET', path, undefined);
  if (answer.status !== 200) throw refusal(answer.text, 0);
  return answer.text;
}

/** Asks the server, or the tables of this device; `side` says which, where the path does not. */
async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  side: Side = sideOf(path),
): Promise<T> {
  const { status, text, wait = 0 } = await answerOf(side, method, path, body);
  if (status < 200 || status > 299) throw refusal(text, wait);
  return (text ? JSON.parse(text) : undefined) as T;
}

async function answerOf(side: Side, method: string, path: string, body: unknown): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  if (side === 'device')
    return (await written(path)) ?? (await device()).request(method, path, text);
  try {
    return await askServer(method, path, text);
  } catch (error) {
    if (!mayStandIn(path)) throw error;
    return standIn(error, method, path, text);
  }
}

/** What a static site has as a file, so that nothing has to be started to read about the games. */
async function written(path: string): Promise<Answer | undefined> {
  const file = fileAbout(path);
  if (!file) return undefined;
  const answer = await fetch(file, { cache: 'no-cache' }).catch(() => undefined);
  return answer?.ok ? { status: answer.status, text: await answer.text() } : undefined;
}

async function askServer(method: string, path: string, body: string): Promise<Answer> {
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (body) Object.assign(init, { body, headers: { 'Content-Type': 'application/json' } });
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refused('offline', 'the server cannot be reached');
  }
  const wait = Number(answer.headers.get('Retry-After')) || 0;
  return { status: answer.status, text: await answer.text(), wait };
}

/** Without a connection this device answers, if it has been made ready for that. */
async function standIn(
  error: unknown,
  method: string,
  path: string,
  body: string,
): Promise<Answer> {
  if (!(await canPlayHere())) throw error;
  return (await device()).request(method, path, body);
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

const known = new OnceEach<Game[]>();

/** The games of this server, asked for once, in the order in which it offers them. */
export function games(): Promise<Game[]> {
  return known.get('', () => ask('GET', '/api/games'));
}

export const rules = (game: string, lang: string) =>
  ask<[string, string, string, string][]>('GET', `/api/games/${game}/rules?lang=${lang}`);
export const layout = (game: string, players: number, options: object, side?: Side) =>
  ask<wire.Layout>(
    'GET',
    `/api/games/${game}/layout?players=${players}&options=${encodeURIComponent(JSON.stringify(options))}`,
    undefined,
    side,
  );
export const publicTables = () => ask<wire.PublicTable[]>('GET', '/api/tables');
/** A game that is new here has an id that the page does not know. */
export type NewTable = Omit<wire.NewTable, 'game'> & {
  game: string;
  /** Where the game begins, on this device only; what is hidden in it is drawn again. */
  position?: wire.PositionUpdate['view'];
};
export const openTable = (request: NewTable, side?: Side) =>
  ask<wire.Opened>('POST', '/api/tables', request, side);
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
/** Keeps a record on this device; the answer says under which id. */
export const importRecord = (record: wire.Record) =>
  ask<{ match: string }>('POST', '/api/records', record, 'device');
export const stopAnalysis = (match: string) =>
  ask<undefined>('DELETE', `/api/records/${match}/analysis`);
export const dropRecord = (match: string) => ask<undefined>('DELETE', `/api/records/${match}`);
/** What has been played at a table of this device, finished or not. */
export const recordAt = (id: string): string => `/api/tables/${id}/record`;
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
