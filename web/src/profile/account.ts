/** A profile over HTTP. */

import { Refused, send } from '../lib/api';
import type * as wire from '../lib/wire';

/** Who is signed in on this device; null for nobody. */
export async function whoAmI(): Promise<wire.Profile | null> {
  try {
    return await send<wire.Profile>('GET', '/api/profile');
  } catch (error) {
    if (error instanceof Refused && error.code === 'not-signed-in') return null;
    throw error;
  }
}

export const signUp = (name: string, password: string) =>
  send<wire.SignedIn>('POST', '/api/profiles', { name, password: password || null });
export const signIn = (name: string, secret: string) =>
  send<wire.SignedIn>('POST', '/api/session', { name, secret });
export const signOut = () => send<undefined>('DELETE', '/api/session');
export const rename = (name: string) => send<wire.Profile>('PATCH', '/api/profile', { name });
export const setPassword = (secret: string, password: string) =>
  send<wire.NewRecovery>('PUT', '/api/profile/password', { secret, password });
export const newRecovery = (secret: string | null) =>
  send<wire.NewRecovery>('POST', '/api/profile/recovery', { secret });
export const remove = (secret: string) => send<undefined>('DELETE', '/api/profile', { secret });
export const sessions = () => send<wire.SessionInfo[]>('GET', '/api/profile/sessions');
export const endSession = (id: string) => send<undefined>('DELETE', `/api/profile/sessions/${id}`);
export const endOtherSessions = () => send<undefined>('DELETE', '/api/profile/sessions');
export const everything = () => send<wire.Everything>('GET', '/api/profile/export');
export const history = (limit: number, before?: number) =>
  send<wire.Played[]>(
    'GET',
    `/api/profile/history?limit=${limit}${before === undefined ? '' : `&before=${before}`}`,
  );
export const statistics = () => send<wire.Statistic[]>('GET', '/api/profile/statistics');
export const leaders = (game: string, players: number) =>
  send<wire.Leader[]>('GET', `/api/leaderboard?game=${game}&players=${players}`);
