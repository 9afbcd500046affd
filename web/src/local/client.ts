/** The page's end of the worker that runs the tables of this device. */

import { Refused } from '../lib/api';
import { deviceStatus } from '../lib/device.svelte';
import { ROOT } from '../lib/site';
import { keepStarted } from './offline';
import type { Failure, FromWorker, ToWorker } from './protocol';

export interface Answer {
  status: number;
  text: string;
}

/** What is told to somebody who is connected to a table. */
export interface Ears {
  message: (text: string) => void;
  closed: (code: number, reason: string) => void;
}

/** A socket to a table of this device. */
export interface DeviceSocket {
  send: (text: string) => void;
  close: () => void;
}

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Refused) => void;
}

/** What a worker is to us, so that tests can have another one. */
export type Line = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export class Device {
  private readonly waiting = new Map<number, Waiting>();
  private readonly sockets = new Map<number, Ears>();
  private last = 0;
  failed: Refused | null = null;

  constructor(private readonly worker: Line) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.fail('other', event.message);
    };
    Object.assign(deviceStatus, { state: 'starting', loaded: 0, total: 0, failure: null });
    this.tell({ kind: 'start', base: new URL(ROOT, location.href).href });
  }

  /** Asks as one asks a server; refused if there are no tables on this device. */
  request(method: string, path: string, body = ''): Promise<Answer> {
    if (this.failed) return Promise.reject(this.failed);
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.tell({ kind: 'request', id, method, path, body });
    });
  }

  connect(table: string, after: number, ears: Ears): DeviceSocket {
    const socket = ++this.last;
    this.sockets.set(socket, ears);
    this.tell({ kind: 'connect', socket, table, after });
    return {
      send: (text) => this.tell({ kind: 'send', socket, text }),
      close: () => {
        if (this.sockets.delete(socket)) this.tell({ kind: 'disconnect', socket });
      },
    };
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromWorker): void {
    switch (message.kind) {
      case 'answer':
        this.waiting.get(message.id)?.resolve(message);
        this.waiting.delete(message.id);
        break;
      case 'message':
        this.sockets.get(message.socket)?.message(message.text);
        break;
      case 'closed':
        this.close(message.socket, message.code, message.reason);
        break;
      case 'progress':
        deviceStatus.loaded = message.loaded;
        deviceStatus.total = message.total;
        break;
      case 'ready':
        deviceStatus.state = 'ready';
        deviceStatus.keeping = message.kept;
        deviceStatus.memory = message.memory;
        void keepForNextTime().catch(() => undefined);
        if (message.kept) void keepGames().catch(() => undefined);
        break;
      case 'failed':
        this.fail(message.reason, message.message);
        break;
    }
  }

  private close(socket: number, code: number, reason: string): void {
    const ears = this.sockets.get(socket);
    this.sockets.delete(socket);
    ears?.closed(code, reason);
  }

  /** This worker will not answer any more; requests that wait are refused with the reason. */
  private fail(reason: Failure, message: string): void {
    this.failed = new Refused(`device-${reason}`, message);
    deviceStatus.state = 'failed';
    deviceStatus.failure = reason;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(this.failed);
    this.waiting.clear();
    for (const socket of [...this.sockets.keys()]) this.close(socket, REFUSED, this.failed.code);
  }
}

/** What has been started once starts without a connection, too, even if the service worker came too late to see it. */
async function keepForNextTime(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.ready;
  await keepStarted();
}

/** Otherwise a browser may remove the games of this device when it runs out of space. */
async function keepGames(): Promise<void> {
  await navigator.storage?.persist?.();
}

/** The code with which a socket is closed for a reason; the server has the same. */
const REFUSED = 4000;

let open: Device | undefined;

/** The tables of this device. After a failure the next one who asks tries again. */
export function openDevice(): Device {
  if (!open || open.failed)
    open = new Device(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
  return open;
}
