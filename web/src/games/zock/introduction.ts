/** ZOCK in a few minutes. */

import type { Introduction } from '../../learn/introduction';
import { list, number } from '../../lib/messages.svelte';
import IntroductionPictures from './IntroductionPictures.svelte';
import { introduction as t } from './messages';
import type { Layout, Options, Wire } from './wire';

/** How fields are covered: A differs from the basic game only in who rolls next. */
function coveringIn({ variant = 'basic' }: Options): 'basic' | 'b' | 'c' {
  return variant === 'a' ? 'basic' : variant;
}

/** With `double_pairs` off, equal dice have the field of their sum only, as in the basic game. */
function equalIn(options: Options): 'basic' | 'b' | 'c' {
  const covering = coveringIn(options);
  return covering === 'b' && options.double_pairs === false ? 'basic' : covering;
}

/** What the sums cover that are not the number of a field. */
function beyond({ fields, sum_fields }: Layout): string {
  const sums = Object.entries(sum_fields).filter(([sum]) => !fields.includes(Number(sum)));
  const numbers = (all: readonly number[]): string => list(all.map((one) => number(one)));
  const covering = sums.filter(([, covered]) => covered.length);
  const without = sums.filter(([, covered]) => !covered.length).map(([sum]) => Number(sum));
  return [
    ...covering.map(([sum, covered]) => t('sum-covers', { sum, fields: numbers(covered) })),
    ...(without.length ? [t('sum-nothing', { sums: numbers(without) })] : []),
  ].join(' ');
}

export default {
  aim: {
    text: ({ layout: { fields } }) =>
      t('aim', { n: fields.length, first: fields[0] ?? 0, last: fields.at(-1) ?? 0 }),
    clause: 'Z1',
    picture: 'box',
  },
  turn: [
    { text: () => t('roll'), clause: 'Z3', picture: 'roll' },
    {
      text: ({ options }) => t(`cover-${coveringIn(options)}`),
      clause: 'Z3',
      picture: 'cover',
    },
    { text: ({ options }) => t(options.variant === 'a' ? 'next-a' : 'next'), clause: 'Z3' },
  ],
  questions: [
    {
      question: () => t('ask-equal'),
      text: ({ options }) => t(`equal-${equalIn(options)}`),
      clause: 'Z5',
      picture: 'equal',
    },
    {
      question: () => t('ask-beyond'),
      text: ({ layout, options }) =>
        [beyond(layout), t(coveringIn(options) === 'basic' ? 'beyond' : 'beyond-pairs')].join(' '),
      clause: 'Z6',
      picture: 'beyond',
    },
    {
      question: () => t('ask-pass'),
      text: ({ options }) => t(options.referee === 'players' ? 'pass-players' : 'pass'),
      clause: 'Z8',
    },
  ],
  end: {
    text: ({ options }) =>
      [
        t(options.referee === 'players' ? 'end-players' : 'end'),
        t((options.games ?? 1) > 1 ? 'end-chips' : 'end-points'),
      ].join(' '),
    clause: 'Z9',
    picture: 'end',
  },
  pictures: IntroductionPictures,
  clausePictures: { Z1: 'box', Z3: 'cover', Z5: 'equal', Z6: 'beyond', Z9: 'end' },
} satisfies Introduction<Wire>;
