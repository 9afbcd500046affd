/** Tock in a few minutes. */

import type { Introduction, Table } from '../../learn/introduction';
import { either, list, number } from '../../lib/messages.svelte';
import IntroductionPictures from './IntroductionPictures.svelte';
import { introduction as t } from './messages';
import { inTeams, teamOf } from './stones';
import { rankName } from './cards';
import type { Wire } from './wire';

/** What the texts say about a table. */
function facts({ layout }: Table<Wire>) {
  const entering = layout.ranks.filter(({ actions }) => actions.includes('enter'));
  return {
    stones: layout.stones.length,
    all: layout.stones.length * teamOf(layout, 0).length,
    cards: list(layout.cards_by_round.map((cards) => number(cards))),
    entering: either(entering.map(({ rank }) => rankName(rank))),
  };
}

/** Some sentences, of which one is only for teams. */
function inTeamsToo(table: Table<Wire>, always: string, teams: string): string {
  return inTeams(table.layout) ? `${always} ${teams}` : always;
}

function ending(table: Table<Wire>): string {
  if (inTeams(table.layout)) return t('end-teams', facts(table));
  const first = t('end-free', facts(table));
  return table.options.play_on ? `${first} ${t('end-play-on')}` : first;
}

export default {
  aim: {
    text: (table) => inTeamsToo(table, t('aim', facts(table)), t('aim-teams')),
    clause: 'T3',
    picture: 'board',
  },
  turn: [
    {
      text: (table) =>
        [t('deal', facts(table)), t(inTeams(table.layout) ? 'pass-teams' : 'pass-free')].join(' '),
      clause: 'T10',
    },
    { text: () => t('play'), clause: 'T13', picture: 'walk' },
    { text: () => t('chart'), clause: 'T13', picture: 'cards' },
    { text: () => t('must'), clause: 'T12' },
  ],
  questions: [
    {
      question: () => t('ask-enter'),
      text: (table) => t('enter', facts(table)),
      clause: 'T17',
      picture: 'enter',
    },
    { question: () => t('ask-hit'), text: () => t('hit'), clause: 'T16', picture: 'hit' },
    {
      question: () => t('ask-house'),
      text: ({ options }) =>
        [t(`house-${options.house_entry ?? 'touched'}`), t('house-fit')].join(' '),
      clause: 'T15',
      picture: 'house',
    },
  ],
  end: { text: ending, clause: 'T27', picture: 'end' },
  pictures: IntroductionPictures,
  clausePictures: {
    T3: 'board',
    T5: 'gates',
    T13: 'cards',
    T15: 'house',
    T16: 'hit',
    T18: 'enter',
    T28: 'house',
  },
} satisfies Introduction<Wire>;
