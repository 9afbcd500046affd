import type * as wire from '../lib/wire';

/** Returns each step once, whichever seat's position contains it; going back in a replay starts again. */
export class NewSteps {
  private last = -1;

  of(steps: readonly wire.StepInfo[]): wire.StepInfo[] {
    const [first, newest] = [steps[0]?.n ?? this.last, steps.at(-1)?.n ?? this.last];
    if (newest < this.last) this.last = first - 1;
    const fresh = steps.filter((step) => step.n > this.last);
    this.last = Math.max(this.last, newest);
    return fresh;
  }
}

/** What has been logged and what is being shown, oldest first. */
export function withShown(
  history: readonly wire.StepInfo[],
  steps: readonly wire.StepInfo[],
): readonly wire.StepInfo[] {
  const last = history.at(-1)?.n ?? -1;
  return [...history, ...steps.filter((step) => step.n > last)];
}

/**
 * Returns each step once when it has been logged, but nothing from before we came, however late it arrives;
 * of what is shown again, each step once more.
 */
export class News {
  private first = Infinity;
  private last = -1;

  of(history: readonly wire.StepInfo[], shown: readonly wire.StepInfo[]): wire.StepInfo[] {
    this.first = Math.min(this.first, ...shown.map((step) => step.n));
    const newest = history.at(-1)?.n ?? this.last;
    if (newest < this.last) this.last = Math.min(newest, (shown[0]?.n ?? Infinity) - 1);
    const fresh = history.filter(({ n }) => n > this.last && n >= this.first);
    this.last = Math.max(this.last, newest);
    return fresh;
  }
}
