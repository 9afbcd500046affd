/** Kniffel in a few minutes. */

import type { Introduction } from '../../learn/introduction';
import IntroductionPictures from './IntroductionPictures.svelte';
import { introduction as t } from './messages';
import type { Wire } from './wire';

export default {
  aim: {
    text: ({ layout }) => t('aim', { boxes: layout.boxes.length }),
    clause: 'K1',
    picture: 'aim',
  },
  turn: [
    {
      text: ({ layout }) => t('roll', { dice: layout.dice }),
      clause: 'K3',
      picture: 'roll',
    },
    {
      text: ({ layout }) => t('again', { throws: layout.throws }),
      clause: 'K3',
      picture: 'again',
    },
    { text: () => t('fill'), clause: 'K4', picture: 'fill' },
  ],
  questions: [
    {
      question: () => t('ask-upper'),
      text: ({ layout }) => t('upper', { goal: layout.upper_goal, bonus: layout.upper_bonus }),
      clause: 'K6',
      picture: 'upper',
    },
    {
      question: () => t('ask-lower'),
      text: ({ layout }) => t('lower', { dice: layout.dice }),
      clause: 'K4',
      picture: 'lower',
    },
    {
      question: () => t('ask-more'),
      text: ({ options: { joker = 'forced', kniffel_bonus: bonus } }) =>
        [t(`more-${joker}`), ...(bonus ? [t('more-bonus', { bonus })] : [])].join(' '),
      clause: 'K11',
    },
  ],
  end: {
    text: ({ options: { games = 1 } }) =>
      [t('end'), ...(games > 1 ? [t('end-series', { games })] : [])].join(' '),
    clause: 'K13',
  },
  pictures: IntroductionPictures,
  clausePictures: { K3: 'again', K5: 'upper', K10: 'lower' },
} satisfies Introduction<Wire>;
