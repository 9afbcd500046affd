/** Timers, so that tests can have their own time. */
export interface Clock {
  set: (act: () => void, milliseconds: number) => unknown;
  clear: (timer: unknown) => void;
}

export const realClock: Clock = {
  set: (act, milliseconds) => setTimeout(act, milliseconds),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
};
