import type { Clock } from '../../src/lib/clock';

/** Time that passes only when a test says so. */
export class FakeClock implements Clock {
  now = 0;
  private timers: { at: number; act: () => void }[] = [];

  set = (act: () => void, milliseconds: number): object => {
    const timer = { at: this.now + milliseconds, act };
    this.timers.push(timer);
    return timer;
  };

  clear = (timer: unknown): void => {
    this.timers = this.timers.filter((other) => other !== timer);
  };

  get waiting(): number {
    return this.timers.length;
  }

  pass(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (;;) {
      const [next] = this.timers.sort((one, other) => one.at - other.at);
      if (!next || next.at > end) break;
      this.clear(next);
      this.now = next.at;
      next.act();
    }
    this.now = end;
  }
}
