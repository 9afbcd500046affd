/** ZOCK in a few minutes. */

import type { Introduction } from '../../learn/introduction';
import { list, number } from '../../lib/messages.svelte';
import IntroductionPictures from './IntroductionPictures.svelte';
import { introduction as t } from './messages';
import type { Layout, Options, Wire } from './wire';

const variantOf = ({ variant = 'basic' }: Options): string => variant;

/** With `double_pairs` off, equal dice have the field of their sum only, as in the basic game. */
function equalIn(options: Options): string {
  return options.variant === 'b' && options.double_pairs === false ? 'basic' : variantOf(options);
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
      text: ({ options }) => t('cover', { variant: variantOf(options) }),
      clause: 'Z3',
      picture: 'cover',
    },
    { text: ({ options }) => t('next', { variant: variantOf(options) }), clause: 'Z3' },
  ],
  questions: [
    {
      question: () => t('ask-equal'),
      text: ({ options }) => t('equal', { variant: equalIn(options) }),
      clause: 'Z5',
      picture: 'equal',
    },
    {
      question: () => t('ask-beyond'),
      text: ({ layout, options }) =>
        t('beyond', { rest: beyond(layout), variant: variantOf(options) }),
      clause: 'Z6',
      picture: 'beyond',
    },
    {
      question: () => t('ask-pass'),
      text: ({ options }) => t('pass', { referee: options.referee ?? 'strict' }),
      clause: 'Z8',
    },
  ],
  end: {
    text: ({ options }) =>
      t('end', {
        referee: options.referee ?? 'strict',
        match: (options.games ?? 1) > 1 ? 'yes' : 'no',
      }),
    clause: 'Z9',
    picture: 'end',
  },
  pictures: IntroductionPictures,
  clausePictures: { Z1: 'box', Z3: 'cover', Z5: 'equal', Z6: 'beyond', Z9: 'end' },
} satisfies Introduction<Wire>;
