/**
 * What the page and the worker that runs the tables of this device say to each other.
 *
 * The page sends `start` first; everything else may follow at once and is answered when the worker is ready.
 * Ids of tables and matches that belong to this device begin with `local-`.
 */

/** How the ids of tables and matches of this device begin. */
export const LOCAL = 'local-';

/** Whether a table or a match belongs to this device. */
export const isLocal = (id: string): boolean => id.startsWith(LOCAL);

/** From the page to the worker. */
export type ToWorker =
  /** Load the runtime; addresses are relative to `base`, which is `document.baseURI`. */
  | { kind: 'start'; base: string }
  /** The same as a request to the server; a body is a JSON text, or '' where there is none. */
  | { kind: 'request'; id: number; method: string; path: string; body: string }
  /** The same as opening the socket of a table; `after` is the last event that was seen, or -1. */
  | { kind: 'connect'; socket: number; table: string; after: number }
  | { kind: 'send'; socket: number; text: string }
  | { kind: 'disconnect'; socket: number };

/** From the worker to the page. */
export type FromWorker =
  | { kind: 'answer'; id: number; status: number; text: string }
  | { kind: 'message'; socket: number; text: string }
  | { kind: 'closed'; socket: number; code: number; reason: string }
  /** Bytes of the runtime that have travelled, and how many will. */
  | { kind: 'progress'; loaded: number; total: number }
  /** `kept` says whether games survive a reload; `memory` is how many bytes the worker takes. */
  | { kind: 'ready'; kept: boolean; memory: number }
  | { kind: 'failed'; reason: Failure; message: string };

/** Why there are no tables on this device; the message is for people who look for the cause. */
export type Failure = 'no-wasm' | 'download' | 'hash' | 'storage' | 'other';

/** A file of the runtime; the address is relative to the base of the page. */
export interface RuntimeFile {
  name: string;
  address: string;
  /** Bytes, and how many of them travel. */
  size: number;
  compressed: number;
  sha256: string;
}

/** `runtime/manifest.json`: what is loaded at the start, and the tables that some bots and analyses need. */
export interface Manifest {
  files: RuntimeFile[];
  tables: RuntimeFile[];
}

/** The cache of the runtime; `sw.js` answers from it. */
export const RUNTIME_CACHE = 'runtime';

/** Where the manifest is, relative to the base of the page; it is missing where there is no runtime. */
export const MANIFEST = 'runtime/manifest.json';
