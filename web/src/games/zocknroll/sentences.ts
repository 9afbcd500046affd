import type * as wire from '../../lib/wire';
import { list, locale } from '../../lib/messages.svelte';
import { board as t } from './messages';
import { commonSentence } from '../commonSentences';
import { joined as inOneLine, subject, type Reader } from '../subject';
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

/** A step in a line. */
export function tell(step: wire.StepInfo, reader: Reader): string {
  return inOneLine(gathered(step).events.map((event) => sentence(event, reader)));
}

/** A gathered event in a sentence. */
function sentence(event: wire.EventInfo, reader: Reader): string {
  const who = subject(event.seat, reader);
  const [first = '', ...more] = (event.detail ?? '').split(' ').filter(Boolean);
  const dice = diceSaid(first);
  const rows = (all: string[]): string =>
    list(all.map((row) => t('said-row', { row: rowName(row) })));
  switch (event.event) {
    case 'starts':
      return t('said-starts', who);
    case 'threw':
      return who.who === 'you' && first !== HIDDEN ? t('said-own', { dice }) : '';
    case 'white':
      return t('said-white', { ...who, dice, n: first.length });
    case 'stayed':
      return t('said-stays', who);
    case 'left':
      return t(more.length ? 'said-leaves' : 'said-leaves-nothing', {
        ...who,
        dice,
        rows: rows(more),
      });
    case 'showed':
      return t('said-shows', { ...who, dice });
    case 'highest':
      return highest(event.seat, first, more, reader);
    case 'crossed':
      return t('said-marks', { ...who, rows: rows([first, ...more]) });
    case 'full-row':
      return t('last-hand-why', { ...who, row: rowName(first) });
    case 'won':
      return t('said-won', { ...who, n: Number(first) });
    default:
      return commonSentence(event);
  }
}

/** One player wins the last round alone, or several tie. */
function highest(
  seat: number | null,
  id: string,
  others: readonly string[],
  reader: Reader,
): string {
  const row = rowName(id);
  if (!others.length) return t('said-highest', { ...subject(seat, reader), row });
  const tied = [seat, ...others.map(Number)].map((one) => subject(one, reader));
  const names = list(tied.filter(({ who }) => who === 'other').map(({ name }) => name));
  const you = tied.some(({ who }) => who === 'you');
  return t(you ? 'said-tied-you' : 'said-tied', { names, row });
}
