import type * as wire from '../../src/lib/wire';

/** A step with events such as `threw 0 63`; a seat of `-` is nobody. */
export function step(n: number, ...events: string[]): wire.StepInfo {
  return {
    n,
    events: events.map((text) => {
      const [event = '', seat = '-', ...detail] = text.split(' ');
      return { event, seat: seat === '-' ? null : Number(seat), detail: detail.join(' ') };
    }),
  };
}
