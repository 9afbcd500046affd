/** Derives every roll of a finished game again, here in the browser; docs/fair-dice.md describes the bytes. */

import { hexOf } from './hex';
import type * as wire from './wire';

/** One roll: what the record says, and what follows from the secret and the seeds. */
export interface CheckedRoll {
  /** The number of the entry in the record, from 1. */
  entry: number;
  recorded: string;
  derived: string;
  numbers: number[];
  right: boolean;
  /** The outcome follows from a list; otherwise the server's rules derived it from the numbers. */
  listed: boolean;
}

export interface FairnessCheck {
  /** SHA-256 of the revealed secret. */
  hash: string;
  /** It is the one that the server committed to. */
  commitmentKept: boolean;
  throws: CheckedRoll[];
  /** Rolls of the record for which the server sent no numbers. */
  missing: number;
}

/** Whether the browser can check: on pages without https it offers no cryptography. */
export function canCheck(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export async function checkFairness(
  record: wire.Record,
  fair: wire.Fair,
  { lists, draws }: wire.Draws,
): Promise<FairnessCheck> {
  const secret = bytesOf(fair.secret ?? '');
  const hash = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', secret)));
  const key = await crypto.subtle.importKey(
    'raw',
    secret,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const context = [fair.match, ...fair.seeds, ''].join('|');
  const lots = lists.map((list) =>
    list.flatMap(([text, often]) => Array<string>(often).fill(text)),
  );
  const byStep = new Map(draws.map((draw) => [draw.n, draw]));
  const throws: CheckedRoll[] = [];
  let missing = 0;
  for (const [n, [seat, recorded]] of record.log.entries()) {
    if (seat !== null) continue;
    const draw = byStep.get(n);
    if (draw) throws.push(await checked(new Stream(key, context, n), draw, recorded, lots));
    else missing += 1;
  }
  return { hash, commitmentKept: hash === fair.commitment, throws, missing };
}

async function checked(
  stream: Stream,
  draw: wire.Draw,
  recorded: string,
  lists: string[][],
): Promise<CheckedRoll> {
  const numbers: number[] = [];
  for (const [, bound] of draw.numbers) numbers.push(await stream.below(bound));
  const same = numbers.every((number, index) => number === draw.numbers[index]?.[0]);
  const lots = draw.lots === null ? null : (lists[draw.lots] ?? []);
  const bounded = lots === null || (numbers.length === 1 && draw.numbers[0]?.[1] === lots.length);
  const derived = lots === null ? draw.text : (lots[numbers[0] ?? -1] ?? '');
  return {
    entry: draw.n + 1,
    recorded,
    derived,
    numbers,
    right: same && bounded && derived === recorded,
    listed: lots !== null,
  };
}

/** The stream of bytes of draw n: block b is HMAC-SHA-256(secret, context ‖ n ‖ b). */
class Stream {
  private block = 0;
  private bytes: number[] = [];

  constructor(
    private readonly key: CryptoKey,
    private readonly context: string,
    private readonly n: number,
  ) {}

  /** A number below the bound, drawn again while it would favour anyone. */
  async below(bound: number): Promise<number> {
    const size = Math.ceil(bound.toString(2).length / 8);
    const all = 256 ** size;
    const fair = all - (all % bound);
    for (;;) {
      const number = (await this.take(size)).reduce((sum, byte) => sum * 256 + byte, 0);
      if (number < fair) return number % bound;
    }
  }

  private async take(size: number): Promise<number[]> {
    while (this.bytes.length < size) {
      const context = new TextEncoder().encode(this.context);
      const message = new Uint8Array(context.length + 16);
      message.set(context);
      const tail = new DataView(message.buffer, context.length);
      tail.setBigUint64(0, BigInt(this.n));
      tail.setBigUint64(8, BigInt(this.block));
      this.bytes.push(...new Uint8Array(await crypto.subtle.sign('HMAC', this.key, message)));
      this.block += 1;
    }
    return this.bytes.splice(0, size);
  }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return new Uint8Array(pairs.map((pair) => parseInt(pair, 16)));
}
