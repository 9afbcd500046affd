/** The administration of the server over HTTP. */

import { Refused, send } from '../lib/api';
import type * as wire from '../lib/wire';

const at = (path: string) => `/api/admin/${path}`;

export const signIn = (secret: string) => send<undefined>('POST', at('session'), { secret });
export const signOut = () => send<undefined>('DELETE', at('session'));

/** Who is signed in; null if nobody is. */
export async function whoAmI(): Promise<wire.AdminInfo | null> {
  try {
    return await send<wire.AdminInfo>('GET', at('session'));
  } catch (error) {
    if (error instanceof Refused && error.code === 'not-signed-in') return null;
    throw error;
  }
}

export const tables = (query: Record<string, string>) =>
  send<wire.AdminTable[]>('GET', at(`tables?${new URLSearchParams(query)}`));
export const table = (id: string) => send<wire.TableDetails>('GET', at(`tables/${id}`));
export const closeTable = (id: string, why: string) =>
  send<undefined>('DELETE', at(`tables/${id}`), { why });

export const load = () => send<wire.Load>('GET', at('load'));
export const versions = () => send<wire.Versions>('GET', at('versions'));
export const storage = () => send<wire.Storage>('GET', at('storage'));
export const errors = () => send<wire.LogLine[]>('GET', at('errors'));
export const BACKUP = at('backup');

export const announced = () => send<wire.Announced>('GET', '/api/announcement');
export const announce = (text: string, seconds: number) =>
  send<wire.Announcement>('PUT', at('announcement'), { text, seconds });
export const endAnnouncement = () => send<undefined>('DELETE', at('announcement'));

export const blocks = () => send<wire.Block[]>('GET', at('blocks'));
export const block = (request: wire.NewBlock) => send<wire.Block>('POST', at('blocks'), request);
export const unblock = (id: string) => send<undefined>('DELETE', at(`blocks/${id}`));

export const reports = (settled: boolean) =>
  send<wire.PlayerReport[]>('GET', at(`reports?settled=${settled}`));
export const settle = (id: string) => send<undefined>('POST', at(`reports/${id}/settled`));

export const audit = (before: number | null) =>
  send<wire.AuditEntry[]>('GET', at(before === null ? 'audit' : `audit?before=${before}`));
