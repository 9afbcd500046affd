/** Zock'n'Roll in a few minutes. */

import type { Introduction } from '../../learn/introduction';
import IntroductionPictures from './IntroductionPictures.svelte';
import { introduction as t } from './messages';
import { rowName } from './sentences';
import type { Wire } from './wire';

/** The rows that are about rounds, by their names. */
const rows = () => ({ won: rowName('won-third'), left: rowName('left-first') });

export default {
  aim: { text: () => t('aim'), clause: 'R11', picture: 'aim' },
  turn: [
    {
      text: ({ layout }) => t('own', { own: layout.own_dice }),
      clause: 'R3',
      picture: 'own',
    },
    {
      text: ({ layout }) => t('white', { white: layout.white_dice[0] ?? 0 }),
      clause: 'R3',
      picture: 'together',
    },
    { text: () => t('decide'), clause: 'R4', picture: 'decide' },
    {
      text: ({ layout }) => t('showdown', { rounds: layout.white_dice.length, ...rows() }),
      clause: 'R6',
      picture: 'showdown',
    },
  ],
  questions: [
    {
      question: () => t('ask-highest'),
      text: () => t('highest'),
      clause: 'R9',
      picture: 'tableau',
    },
    { question: () => t('ask-tie'), text: () => t('tie', rows()), clause: 'R7' },
    { question: () => t('ask-early'), text: () => t('early', rows()), clause: 'R5' },
  ],
  end: {
    text: ({ layout }) => t('end', { marks: layout.marks_per_row, ...rows() }),
    clause: 'R11',
    picture: 'end',
  },
  pictures: IntroductionPictures,
  clausePictures: { R3: 'together', R4: 'decide', R6: 'showdown', R11: 'end' },
} satisfies Introduction<Wire>;
