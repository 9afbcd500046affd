import type * as wire from './wire';

/** How long a step is shown, in milliseconds at normal pace: as long as the event in it that takes longest. */
export function longest(
  beats: Readonly<Record<string, number>>,
): (step: Pick<wire.StepInfo, 'events'>) => number {
  return ({ events }) => Math.max(0, ...events.map(({ event }) => beats[event] ?? 0));
}
