/** What the server refused, in a sentence of the reader's language. */

import { refusals as t } from '../messages';
import { Refused } from './api';
import { locale, moment, type Values } from './messages.svelte';
import { LIMITS } from './wire';

/** Codes of requests that only an outdated page can make. */
const MISUNDERSTOOD: readonly string[] = [
  'bad-json',
  'bad-message',
  'bad-body',
  'bad-query',
  'bad-request',
  'bad-origin',
  'too-large',
  'not-found',
  'method-not-allowed',
];

/** Codes of problems that pass, so that trying again helps. */
const PASSING: readonly string[] = [
  'offline',
  'halted',
  'not-ready',
  'internal',
  'too-many',
  'too-slow',
];

/** Codes of what keeps this device from playing without a server; of these, trying again may help. */
const DEVICE_PASSING: readonly string[] = [
  'device-download',
  'device-hash',
  'device-storage',
  'device-other',
];
const DEVICE: readonly string[] = [...DEVICE_PASSING, 'device-no-wasm', 'unprepared'];

/** Codes of names that are refused. */
const NAMES: readonly string[] = ['bad-name', 'mixed-scripts', 'bot-name', 'look-alike'];

export function isNameRefusal(error: unknown): boolean {
  return error instanceof Refused && NAMES.includes(error.code);
}

export function isMisunderstood(code: string): boolean {
  return MISUNDERSTOOD.includes(code);
}

/** Whether this device cannot play without a server, or not yet. */
export function isAboutDevice(code: string): boolean {
  return DEVICE.includes(code);
}

export function isPassing(error: unknown): boolean {
  if (!(error instanceof Refused)) return true;
  return PASSING.includes(error.code) || DEVICE_PASSING.includes(error.code);
}

/** The bounds that a sentence mentions. */
function bounds(code: string): Values {
  const { name } = LIMITS.NewName;
  const { password } = LIMITS.NewPassword;
  return code === 'bad-name'
    ? { least: name.minLength, most: name.maxCharacters }
    : { least: password.minLength, most: password.maxLength };
}

/** With `wait`, it may be tried again after so many seconds. */
export function sentenceOf(code: string, message: string, wait = 0): string {
  if (code === 'too-many' && wait) return t('too-many-wait', { n: wait });
  if (code === 'blocked') return t('blocked', { until: moment(Date.now() / 1000 + wait) });
  if (isMisunderstood(code)) return t('old-page');
  return locale.find('refusals', code, bounds(code)) ?? t('other', { message });
}

/** The same for anything that was thrown. */
export function sentenceAbout(error: unknown): string {
  if (!(error instanceof Refused)) return t('internal');
  return sentenceOf(error.code, error.message, error.wait);
}
