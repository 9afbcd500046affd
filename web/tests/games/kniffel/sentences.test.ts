import { describe, expect, test } from 'vitest';
import { aloud, tell } from '../../../src/games/kniffel/sentences';
import { inWords } from '../../../src/games/kniffel/words';
import { locale, type Language } from '../../../src/lib/messages.svelte';
import { step } from '../steps';
import { LAYOUT, TALLY, VIEW } from './table';

const told = (seat: number | null) => ({ names: ['Anna', 'Bot Berta'], seat, layout: LAYOUT });
const STEPS = [
  step(1, 'threw 1 12234'),
  step(2, 'kept 1 22'),
  step(3, 'kept 1 -'),
  step(4, 'scored 1 chance 12'),
  step(5, 'scored 1 three-kind 0', 'bonus 1 100', 'won 1 1'),
];

const SAID: Record<Language, [string, string][]> = {
  en: [
    ['Bot Berta rolls 1, 2, 2, 3, and 4', 'You roll 1, 2, 2, 3, and 4'],
    ['Bot Berta keeps 2 and 2', 'You keep 2 and 2'],
    ['Bot Berta keeps no dice', 'You keep no dice'],
    ['Bot Berta fills in “Chance”: 12', 'You fill in “Chance”: 12'],
    [
      'Bot Berta fills in “Three of a kind”: 0. Bot Berta gets 100 extra points. Bot Berta wins with 1 point',
      'You fill in “Three of a kind”: 0. You get 100 extra points. You win with 1 point',
    ],
  ],
  de: [
    ['Bot Berta würfelt 1, 2, 2, 3 und 4', 'Du würfelst 1, 2, 2, 3 und 4'],
    ['Bot Berta behält 2 und 2', 'Du behältst 2 und 2'],
    ['Bot Berta behält keinen Würfel', 'Du behältst keinen Würfel'],
    ['Bot Berta trägt bei „Chance“ 12 ein', 'Du trägst bei „Chance“ 12 ein'],
    [
      'Bot Berta trägt bei „Dreierpasch“ 0 ein. Bot Berta bekommt 100 Punkte extra. Bot Berta gewinnt mit 1 Punkt',
      'Du trägst bei „Dreierpasch“ 0 ein. Du bekommst 100 Punkte extra. Du gewinnst mit 1 Punkt',
    ],
  ],
  hu: [
    ['Bot Berta dobása: 1, 2, 2, 3 és 4', 'A te dobásod: 1, 2, 2, 3 és 4'],
    ['Bot Berta megtartja: 2 és 2', 'Megtartod: 2 és 2'],
    ['Bot Berta egy kockát sem tart meg', 'Egy kockát sem tartasz meg'],
    ['Bot Berta beír 12 pontot ide: „Sansz”', 'Beírsz 12 pontot ide: „Sansz”'],
    [
      'Bot Berta beír 0 pontot ide: „Drill”. Bot Berta 100 pluszpontot kap. Bot Berta 1 ponttal nyer',
      'Beírsz 0 pontot ide: „Drill”. 100 pluszpontot kapsz. 1 ponttal nyersz',
    ],
  ],
};

describe.each(['en', 'de', 'hu'] as const)('Kniffel in sentences (%s)', (language) => {
  test('says the name or “you”', async () => {
    await locale.choose(language);
    expect(STEPS.map((one) => [tell(one, told(0)), tell(one, told(1))])).toEqual(SAID[language]);
  });
});

test('a turn of another player is one sentence aloud', async () => {
  await locale.choose('en');
  const turn = STEPS.slice(0, -1);
  expect(turn.map((one) => aloud(one, '12234', told(0)))).toEqual([
    '',
    '',
    '',
    'Bot Berta has 1, 2, 2, 3, and 4 and fills in “Chance”: 12',
  ]);
  expect(aloud(step(1, 'threw 0 12234'), '', told(0))).toBe('You roll 1, 2, 2, 3, and 4');
});

test('the position in words: dice, points for them, open boxes, sums', async () => {
  await locale.choose('en');
  const pencilled = new Map([
    ['three-kind', { move: 'score three-kind', points: '0' }],
    ['chance', { move: 'score chance', points: '12' }],
  ] as const);
  const position = { view: VIEW, tally: TALLY, dice: '12234', kept: '22', pencilled };
  expect(inWords(position, told(0))).toEqual([
    {
      title: 'The dice',
      lines: [
        'The dice show 1, 2, 2, 3, and 4',
        'Kept: 2 and 2',
        '1 roll left',
        'Points for these dice: Three of a kind 0 and Chance 12',
      ],
    },
    {
      title: 'Anna',
      lines: [
        'Open boxes: Three of a kind and Chance',
        'Filled in: Ones 3',
        'Upper part: 3 of 63 for the bonus of 35',
        'Total: 3',
      ],
    },
    {
      title: 'Bot Berta',
      lines: [
        'Open boxes: Ones and Three of a kind',
        'Filled in: Chance 20',
        'Upper part: 0 of 63 for the bonus of 35',
        'Total: 20',
      ],
    },
  ]);
});
