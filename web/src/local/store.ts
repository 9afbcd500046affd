/** Where the tables of this device are kept: in IndexedDB, or in memory where the browser keeps nothing. */

/**
 * What Python stores, each call all or nothing. Whatever fails is refused there in one sentence.
 *
 * Events and facts of tables are texts that nothing here looks into, and so is what is kept by kind and id.
 */
export interface Store {
  /** Whether it survives a reload. */
  readonly kept: boolean;
  /** Store a JSON array of events under the numbers from `first` on, and the facts unless they are ''. */
  append(table: string, first: number, events: string, facts: string): Promise<void>;
  /** The events of a table after that number, as a JSON array of texts. */
  read(table: string, after: number): Promise<string>;
  /** All tables: a JSON array of `{id, facts}`. */
  tables(): Promise<string>;
  remove(table: string): Promise<void>;
  keep(kind: string, id: string, text: string): Promise<void>;
  /** What is kept under that id, or ''. */
  text(kind: string, id: string): Promise<string>;
  /** The ids of that kind: a JSON array. */
  list(kind: string): Promise<string>;
  drop(kind: string, id: string): Promise<void>;
}

/** The error of an event whose number is taken: another tab was quicker. */
export const CONFLICT = 'ConstraintError';

const DATABASE = 'stammtisch-tables';
const VERSION = 1;
const EVENTS = 'events';
const TABLES = 'tables';
const TEXTS = 'texts';

/** Milliseconds after which a change that the browser has not answered counts as failed. */
const PATIENCE = 10_000;

/** The store of this device; in memory where the browser has none, as in some private windows. */
export async function openStore(): Promise<Store> {
  try {
    return new DatabaseStore(await opened(), opened);
  } catch {
    return new MemoryStore();
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    for (const name of [EVENTS, TABLES, TEXTS]) request.result.createObjectStore(name);
  };
  return done(request);
}

export class DatabaseStore implements Store {
  readonly kept = true;
  /** Whether the browser may have closed the database, as it does when the disk is full: it is opened again. */
  private broken = false;
  private renewing: Promise<void> | undefined;

  constructor(
    private database: IDBDatabase,
    private readonly open: () => Promise<IDBDatabase>,
  ) {
    this.watch();
  }

  async append(table: string, first: number, events: string, facts: string): Promise<void> {
    await this.change([EVENTS, TABLES], (change) => {
      const log = change.objectStore(EVENTS);
      if (first > 1) refuseWithout(log, [table, first - 1]);
      // `add` refuses a number that is taken, and then nothing of this is stored.
      for (const [offset, text] of (JSON.parse(events) as string[]).entries())
        log.add(text, [table, first + offset]);
      if (facts) change.objectStore(TABLES).put(facts, table);
    });
  }

  async read(table: string, after: number): Promise<string> {
    const range = IDBKeyRange.bound([table, after], [table, Infinity], true);
    return JSON.stringify(await this.look(EVENTS, (events) => done(events.getAll(range))));
  }

  async tables(): Promise<string> {
    const [ids, facts] = await this.look(TABLES, (found) =>
      Promise.all([done(found.getAllKeys()), done(found.getAll())]),
    );
    return JSON.stringify(ids.map((id, index) => ({ id, facts: facts[index] as string })));
  }

  async remove(table: string): Promise<void> {
    await this.change([EVENTS, TABLES], (change) => {
      change.objectStore(EVENTS).delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
      change.objectStore(TABLES).delete(table);
    });
  }

  async keep(kind: string, id: string, text: string): Promise<void> {
    await this.change([TEXTS], (change) => change.objectStore(TEXTS).put(text, [kind, id]));
  }

  async text(kind: string, id: string): Promise<string> {
    const found = await this.look(TEXTS, (texts) => done(texts.get([kind, id])));
    return (found as string | undefined) ?? '';
  }

  async list(kind: string): Promise<string> {
    const range = IDBKeyRange.bound([kind], [kind, []]);
    const keys = await this.look(TEXTS, (texts) => done(texts.getAllKeys(range)));
    return JSON.stringify((keys as [string, string][]).map(([, id]) => id));
  }

  async drop(kind: string, id: string): Promise<void> {
    await this.change([TEXTS], (change) => change.objectStore(TEXTS).delete([kind, id]));
  }

  private look<T>(name: string, read: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    return this.attempt(async () => read(this.database.transaction(name).objectStore(name)));
  }

  /** A change counts only once it is on the disk: a crash must not take back what somebody has seen. */
  private change(names: string[], write: (change: IDBTransaction) => void): Promise<void> {
    return this.attempt(() => {
      const change = this.database.transaction(names, 'readwrite', { durability: 'strict' });
      write(change);
      return stored(change);
    });
  }

  /** Whether something that took too long was done is not known; whoever asked reads before writing again. */
  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    if (this.broken)
      await (this.renewing ??= inTime(this.renew()).finally(() => (this.renewing = undefined)));
    try {
      return await inTime(work());
    } catch (error) {
      this.broken = (error as Error).name !== CONFLICT;
      throw error;
    }
  }

  private async renew(): Promise<void> {
    this.database.close();
    this.database = await this.open();
    this.broken = false;
    this.watch();
  }

  private watch(): void {
    const { database } = this;
    // Another tab has a newer version of the page: it must not wait for this one.
    database.onversionchange = () => database.close();
    database.onclose = () => (this.broken = true);
  }
}

/** A browser that closes a database may never answer what was still to be done. */
function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), PATIENCE);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });
}

/** A table that another tab has removed must not begin in its middle. */
function refuseWithout(log: IDBObjectStore, before: [string, number]): void {
  const request = log.getKey(before);
  request.onsuccess = () => {
    if (request.result === undefined) log.transaction.abort();
  };
}

function stored(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    let first: DOMException | null = null;
    change.onerror = (event) => (first ??= (event.target as IDBRequest).error);
    change.oncomplete = () => resolve();
    // Requests that a full disk takes with it say only that they were aborted.
    change.onabort = () => reject(change.error ?? first ?? new Error('it was not stored'));
  });
}

/** Forgets everything with the page. */
export class MemoryStore implements Store {
  readonly kept = false;
  private readonly events = new Map<string, string[]>();
  private readonly facts = new Map<string, string>();
  private readonly texts = new Map<string, Map<string, string>>();

  append(table: string, first: number, events: string, facts: string): Promise<void> {
    const known = this.events.get(table) ?? [];
    if (first !== known.length + 1)
      return Promise.reject(new DOMException('that number is taken', CONFLICT));
    this.events.set(table, [...known, ...(JSON.parse(events) as string[])]);
    if (facts) this.facts.set(table, facts);
    return Promise.resolve();
  }

  read(table: string, after: number): Promise<string> {
    return Promise.resolve(JSON.stringify((this.events.get(table) ?? []).slice(after)));
  }

  tables(): Promise<string> {
    return Promise.resolve(JSON.stringify([...this.facts].map(([id, facts]) => ({ id, facts }))));
  }

  remove(table: string): Promise<void> {
    this.events.delete(table);
    this.facts.delete(table);
    return Promise.resolve();
  }

  keep(kind: string, id: string, text: string): Promise<void> {
    this.texts.set(kind, (this.texts.get(kind) ?? new Map<string, string>()).set(id, text));
    return Promise.resolve();
  }

  text(kind: string, id: string): Promise<string> {
    return Promise.resolve(this.texts.get(kind)?.get(id) ?? '');
  }

  list(kind: string): Promise<string> {
    return Promise.resolve(JSON.stringify([...(this.texts.get(kind)?.keys() ?? [])]));
  }

  drop(kind: string, id: string): Promise<void> {
    this.texts.get(kind)?.delete(id);
    return Promise.resolve();
  }
}
