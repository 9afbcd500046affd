import type * as wire from '../../lib/wire';
import { list, locale } from '../../lib/messages.svelte';
import { board as t } from './messages';
import { commonSentence } from '../commonSentences';
import { HIDDEN } from './tableau';

/** The name of a row, by its id. */
export function rowName(row: string): string {
  return locale.find('zocknroll/rows', row) ?? row;
}

/** Dice in words: `135` is 1, 3 and 5. */
export function diceSaid(dice: string): string {
  return list([...dice]);
}

/** A step in which events that belong together are one: a player leaves, shows dice and marks rows. */
export function gathered(step: wire.StepInfo): wire.StepInfo {
  const events: wire.EventInfo[] = [];
  for (const event of step.events) {
    const last = events.at(-1);
    if (last && belongs(last, event)) events.splice(-1, 1, joined(last, event));
    else events.push({ ...event });
  }
  return { n: step.n, events };
}

function belongs(last: wire.EventInfo, event: wire.EventInfo): boolean {
  if (event.event === 'highest') return last.event === 'highest';
  const follows = event.event === 'crossed' || (event.event === 'showed' && !last.detail);
  return follows && last.seat === event.seat && ['left', 'crossed'].includes(last.event);
}

function joined(last: wire.EventInfo, event: wire.EventInfo): wire.EventInfo {
  const more = event.event === 'highest' ? event.seat : event.detail;
  const first = last.detail ? `${last.detail} ` : '';
  return { ...last, detail: `${first}${more ?? ''}` };
}

/** A gathered event in a sentence, as `seat` sees it. */
export function sentence(
  event: wire.EventInfo,
  names: readonly string[],
  seat: number | null,
): string {
  const name = event.seat === null ? '' : (names[event.seat] ?? '');
  const [first = '', ...more] = (event.detail ?? '').split(' ').filter(Boolean);
  const dice = diceSaid(first);
  const rows = (all: string[]): string => list(all.map(rowName));
  switch (event.event) {
    case 'starts':
      return t('said-starts', { name });
    case 'threw':
      return event.seat === seat && first !== HIDDEN ? t('said-own', { dice }) : '';
    case 'white':
      return t('said-white', { name, dice });
    case 'stayed':
      return t('said-stays', { name });
    case 'left':
      return t(more.length ? 'said-leaves' : 'said-leaves-nothing', {
        name,
        dice,
        rows: rows(more),
      });
    case 'showed':
      return t('said-shows', { name, dice });
    case 'highest': {
      const winners = [name, ...more.map((other) => names[Number(other)] ?? '')];
      return t('said-highest', { n: winners.length, names: list(winners), row: rowName(first) });
    }
    case 'crossed':
      return t('said-marks', { name, rows: rows([first, ...more]) });
    case 'full-row':
      return t('last-hand-why', { name, row: rowName(first) });
    case 'won':
      return t('said-won', { name, n: Number(first) });
    default:
      return commonSentence(event);
  }
}
