/** The analysis of a game: requested, awaited, loaded. */

import { analysisStatus, Refused, report, startAnalysis, stopAnalysis } from '../lib/api';
import { isLocal } from '../lib/device.svelte';
import type * as wire from '../lib/wire';

const EVERY = 700;

/** A decision that is called a blunder, a mistake or an inaccuracy. */
export type Mistake = wire.Decision & { mark: Exclude<wire.Decision['mark'], ''> };

export class AnalysisRequest {
  state = $state<'unasked' | 'running' | 'done' | 'failed'>('unasked');
  done = $state(0);
  of = $state(0);
  /** Why it failed. */
  error = $state.raw<unknown>(null);
  report = $state.raw<wire.Report | null>(null);
  /** Counts starts and stops: answers to an earlier one are ignored. */
  private run = 0;

  constructor(readonly match: string) {}

  readonly refusal = $derived(this.error instanceof Refused ? this.error.code : 'internal');
  /** The decisions with a mark. */
  readonly mistakes = $derived(
    (this.report?.decisions ?? []).filter((decision): decision is Mistake => decision.mark !== ''),
  );

  async start(): Promise<void> {
    const run = ++this.run;
    this.state = 'running';
    this.error = null;
    try {
      await this.wait(run, await startAnalysis(this.match));
      if (run !== this.run) return;
      this.report = await report(this.match);
      this.state = 'done';
    } catch (error) {
      if (run !== this.run) return;
      this.error = error;
      this.state = 'failed';
    }
  }

  /** A server stops by itself if nobody asks any more; this device has to be asked to stop. */
  stop(): void {
    if (this.state !== 'running') return;
    this.run += 1;
    this.state = 'unasked';
    if (isLocal(this.match)) void stopAnalysis(this.match).catch(() => undefined);
  }

  private async wait(run: number, status: wire.Status): Promise<void> {
    let now = status;
    while (now.status === 'running' && run === this.run) {
      this.done = now.done;
      this.of = now.of;
      await new Promise((resolve) => setTimeout(resolve, EVERY));
      if (run === this.run) now = await this.progress();
    }
    if (now.status === 'failed') throw new Refused(now.code ?? 'internal', '');
  }

  /** The server stops an analysis that nobody asks about, as in a tab in the background. */
  private async progress(): Promise<wire.Status> {
    try {
      return await analysisStatus(this.match);
    } catch (error) {
      if (error instanceof Refused && error.code === 'unknown-table')
        return await startAnalysis(this.match);
      throw error;
    }
  }
}
