/** Browsers may forbid storing anything, or have no space left: then the page remembers until it is closed. */

class Memory implements Storage {
  private readonly entries = new Map<string, string>();

  get length(): number {
    return this.entries.size;
  }

  key(index: number): string | null {
    return [...this.entries.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.entries.set(key, value);
  }

  removeItem(key: string): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }
}

const PROBE = 'stammtisch.probe';

type Kind = 'localStorage' | 'sessionStorage';

/** Whether something can be stored; to ask for the storage may already be refused. */
export function isStoring(kind: Kind): boolean {
  try {
    const storage = globalThis[kind];
    storage.setItem(PROBE, PROBE);
    storage.removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}

/** From now on every part of the page can read and write, whatever the browser allows. */
export function ensure(kind: Kind): void {
  if (isStoring(kind)) return;
  Object.defineProperty(globalThis, kind, { value: new Memory(), configurable: true });
}

ensure('localStorage');
ensure('sessionStorage');

/** What is stored as JSON under that key; the fallback if there is nothing, or nothing that can be read. */
export function stored<T>(key: string, fallback: T, storage: Storage = localStorage): T {
  try {
    return (JSON.parse(storage.getItem(key) ?? 'null') as T | null) ?? fallback;
  } catch {
    return fallback;
  }
}
