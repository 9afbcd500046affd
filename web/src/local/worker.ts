/** Runs the tables of this device: Python in WebAssembly, behind the messages of `protocol.ts`. */

import type { PyodideAPI } from 'pyodide';
import type { PyProxy } from 'pyodide/ffi';
import { use } from './kept';
import type { FromWorker, Manifest, RuntimeFile, ToWorker } from './protocol';
import { manifest, start, travelling, Unloadable } from './runtime';
import { openStore, type Store } from './store';
import { openChannel, type Channel } from './tabs';

/** `stammtisch.local.LocalServer`, as JavaScript sees it. */
interface Server extends PyProxy {
  request: (method: string, path: string, body: string) => Promise<PyProxy>;
  connect: (
    socket: number,
    table: string,
    after: number,
    send: (text: string) => void,
    closed: (code: number, reason: string) => void,
  ) => void;
  receive: (socket: number, text: string) => void;
  disconnect: (socket: number) => void;
}

const tell = (message: FromWorker): void => postMessage(message);

let ready: Promise<Server> | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    ready ??= open(data.base);
    ready.catch(fail);
  } else {
    void ready?.then((server) => handle(server, data).catch(fail), ignored);
  }
});

/** For errors of a runtime that cannot be loaded: this has been reported already. */
function ignored(): void {}

/** Python itself has stopped, as without memory: whoever waits for an answer is told so, and can start again. */
const fail = (error: unknown): void => tell(failure(error));

function failure(error: unknown): FromWorker {
  if (error instanceof Unloadable)
    return { kind: 'failed', reason: error.reason, message: error.message };
  return { kind: 'failed', reason: 'other', message: String(error) };
}

async function open(base: string): Promise<Server> {
  const listed = await manifest(base);
  const total = travelling(listed.files);
  let loaded = 0;
  const arrived = (bytes: number) =>
    tell({ kind: 'progress', loaded: Math.round((loaded += bytes)), total });
  const [python, store] = await Promise.all([
    start(base, listed.files, (file) => use(base, file, arrived)),
    openStore(),
  ]);
  const server = opened(python, store, base, listed);
  tell({ kind: 'ready', kept: store.kept, memory: memory(python) });
  return server;
}

function opened(python: PyodideAPI, store: Store, base: string, { tables }: Manifest): Server {
  const open = (python.pyimport('stammtisch.local.browser') as { open_server: OpenServer })
    .open_server;
  return open(store, (name) => use(base, named(tables, name)), openChannel());
}

type OpenServer = (
  store: Store,
  table: (name: string) => Promise<Uint8Array>,
  channel: Channel,
) => Server;

function named(tables: readonly RuntimeFile[], name: string): RuntimeFile {
  const file = tables.find((table) => table.name === name);
  if (!file) throw new Unloadable('download', `there is no table ${name}`);
  return file;
}

/** Bytes that Python has taken so far. */
function memory(python: PyodideAPI): number {
  return (python as unknown as { _module: { HEAPU8: Uint8Array } })._module.HEAPU8.byteLength;
}

async function handle(server: Server, data: Exclude<ToWorker, { kind: 'start' }>): Promise<void> {
  switch (data.kind) {
    case 'request':
      return answer(server, data.id, data.method, data.path, data.body);
    case 'connect':
      return connect(server, data.socket, data.table, data.after);
    case 'send':
      return server.receive(data.socket, data.text);
    case 'disconnect':
      return server.disconnect(data.socket);
  }
}

async function answer(
  server: Server,
  id: number,
  method: string,
  path: string,
  body: string,
): Promise<void> {
  const result = await server.request(method, path, body);
  const [status, text] = result.toJs() as [number, string];
  result.destroy();
  tell({ kind: 'answer', id, status, text });
}

function connect(server: Server, socket: number, table: string, after: number): void {
  server.connect(
    socket,
    table,
    after,
    (text) => tell({ kind: 'message', socket, text }),
    (code, reason) => tell({ kind: 'closed', socket, code, reason }),
  );
}
