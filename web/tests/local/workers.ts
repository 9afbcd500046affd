/** A worker that tests can listen to and speak for. */

import type { FromWorker, ToWorker } from '../../src/local/protocol';

export class FakeWorker {
  static all: FakeWorker[] = [];

  readonly told: ToWorker[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  constructor() {
    FakeWorker.all.push(this);
  }

  static get last(): FakeWorker {
    const last = FakeWorker.all.at(-1);
    if (!last) throw new Error('no worker was started');
    return last;
  }

  postMessage(message: ToWorker): void {
    this.told.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }

  /** What was told last of this kind. */
  heard<Kind extends ToWorker['kind']>(kind: Kind): Extract<ToWorker, { kind: Kind }> {
    const found = this.told.filter((message) => message.kind === kind).at(-1);
    if (!found) throw new Error(`nothing of the kind ${kind} was said`);
    return found as Extract<ToWorker, { kind: Kind }>;
  }

  answer(value: unknown, status = 200): void {
    this.say({ kind: 'answer', id: this.heard('request').id, status, text: JSON.stringify(value) });
  }
}
