import type * as wire from '../../lib/wire';
import { list, locale } from '../../lib/messages.svelte';
import { board as t } from './messages';
import { commonSentence } from '../commonSentences';
import { sayOf, type Reader } from '../who';
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
export function sentence(event: wire.EventInfo, reader: Reader, seat: number | null): string {
  const [first = '', ...more] = (event.detail ?? '').split(' ').filter(Boolean);
  const say = sayOf(t, reader);
  const dice = diceSaid(first);
  const rows = (all: string[]): string => list(all.map(rowName));
  switch (event.event) {
    case 'starts':
      return say('said-starts', event.seat);
    case 'threw':
      return event.seat === seat && first !== HIDDEN ? t('said-own', { dice }) : '';
    case 'white':
      return say('said-white', event.seat, { dice });
    case 'stayed':
      return say('said-stays', event.seat);
    case 'left':
      return say(more.length ? 'said-leaves' : 'said-leaves-nothing', event.seat, {
        dice,
        rows: rows(more),
      });
    case 'showed':
      return say('said-shows', event.seat, { dice });
    case 'highest': {
      const { names } = reader;
      const winners = [event.seat, ...more.map(Number)].map((one) => names[one ?? 0] ?? '');
      const values = { n: winners.length, names: list(winners), row: rowName(first) };
      return more.length ? t('said-highest', values) : say('said-highest', event.seat, values);
    }
    case 'crossed':
      return say('said-marks', event.seat, { rows: rows([first, ...more]) });
    case 'full-row':
      return say('last-hand-why', event.seat, { row: rowName(first) });
    case 'won':
      return say('said-won', event.seat, { n: Number(first) });
    default:
      return commonSentence(event);
  }
}
