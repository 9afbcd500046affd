/** What happened lately at this table. */

import type * as wire from '../../lib/wire';
import { STEPS_IN_LOG } from './drawing';
import type { CardText } from './stones';

export class History {
  steps = $state.raw<wire.StepInfo[]>([]);
  /** The card that another seat passed to this one in this round. */
  received = $state.raw<CardText | null>(null);

  write(news: readonly wire.StepInfo[], seat: number | null): void {
    const last = this.steps.at(-1)?.n ?? Number.NEGATIVE_INFINITY;
    const fresh = news.filter((step) => step.n > last);
    const backward = (news.at(-1)?.n ?? last) < last;
    if (fresh.length) this.steps = [...this.steps, ...fresh].slice(-STEPS_IN_LOG);
    else if (backward) this.steps = news.slice(-STEPS_IN_LOG);
    for (const { event, seat: whose, detail } of fresh.flatMap((step) => step.events)) {
      if (event === 'dealt') this.received = null;
      if (event === 'received' && whose === seat) this.received = detail ?? null;
    }
  }
}
