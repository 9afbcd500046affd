/** The numbers of a report as people read them: chances in percent, points as points. */

import * as evaluations from '../lib/evaluations';
import { list } from '../lib/messages.svelte';
import type * as wire from '../lib/wire';

export function isWin(report: wire.Report): boolean {
  return evaluations.isWin(report.unit);
}

export function valued(report: wire.Report, value: number, signed = false): string {
  return evaluations.valued(report.unit, value, signed);
}

export interface Line {
  seat: number;
  values: number[];
}

/** The lowest seat of each side: those who win together have one line. */
function sides(report: wire.Report): number[] {
  return [...new Set(report.sides ?? report.seats.keys())];
}

/** What each line is called, by its seat: partners are named together. */
export function lineNames(report: wire.Report, names: readonly string[]): string[] {
  const { sides } = report;
  return names.map((name, seat) =>
    sides ? list(names.filter((_, other) => sides[other] === seat)) || name : name,
  );
}

/** The course of each seat's value, position by position; an estimated chance may lie just outside of its range. */
export function valueLines(report: wire.Report): Line[] {
  const drawn = (value: number): number =>
    isWin(report) ? Math.min(1, Math.max(0, value)) : value;
  return sides(report).map((seat) => ({
    seat,
    values: report.course.map((values) => drawn(values[seat] ?? 0)),
  }));
}

/** The luck of each seat up to each position. */
export function luckLines(report: wire.Report): Line[] {
  const of = new Map(report.throws.map((fallen) => [fallen.entry, fallen.luck]));
  return sides(report).map((seat) => {
    let sum = 0;
    const values = report.course.map((_, position) => (sum += of.get(position)?.[seat] ?? 0));
    return { seat, values };
  });
}

/** How much luck it was, compared with what was at stake. */
export function luckName(
  report: wire.Report,
  account: wire.Account,
): 'very-lucky' | 'lucky' | 'even-luck' | 'unlucky' | 'very-unlucky' {
  const results = report.accounts.map((other) => Math.abs(other.result ?? 0));
  const part = account.luck / (isWin(report) ? 1 : Math.max(1, ...results));
  if (Math.abs(part) < 0.05) return 'even-luck';
  if (part > 0) return part < 0.3 ? 'lucky' : 'very-lucky';
  return part > -0.3 ? 'unlucky' : 'very-unlucky';
}

/** What is in the part that the others changed: where values are estimates, also what nobody could see. */
export function othersName(
  report: wire.Report,
  hidden: 'cards' | 'dice' | null,
): 'others-play' | 'others-estimate' | `others-${'cards' | 'dice'}` {
  if (report.exact) return 'others-play';
  return hidden ? `others-${hidden}` : 'others-estimate';
}

/** About so many round numbers from `low` to `high`. */
export function ticks(low: number, high: number, about = 4): number[] {
  const rough = (high - low || 1) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
