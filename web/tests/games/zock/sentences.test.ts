import { describe, expect, test } from 'vitest';
import { aloud, tell } from '../../../src/games/zock/sentences';
import type { Layout } from '../../../src/games/zock/wire';
import { locale, type Language } from '../../../src/lib/messages.svelte';
import { step } from '../steps';

const LAYOUT: Layout = {
  fields: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  dice: 2,
  colours: ['red', 'blue', 'yellow', 'green'],
  sum_fields: {},
};
const told = (seat: number | null) => ({ names: ['Anna', 'Bot Berta'], seat, layout: LAYOUT });
const STEPS = [
  step(1, 'threw 1 63'),
  step(2, 'covered 1 3+6'),
  step(3, 'sat-out 1'),
  step(4, 'objected 1 founded', 'opened 0 8'),
  step(5, 'objected 1 unfounded'),
  step(6, 'let-stand 1'),
  step(7, 'covered 1 9', 'won 1 12', 'paid 0 +2 red -1 blue'),
];

const SAID: Record<Language, [string, string][]> = {
  en: [
    ['Bot Berta rolls 6 and 3', 'You roll 6 and 3'],
    ['Bot Berta covers 3 and 6', 'You cover 3 and 6'],
    ['Bot Berta sits out', 'You sit out'],
    [
      'Bot Berta rightly objects. Your fields open again: 8',
      'You rightly object. Anna’s fields open again: 8',
    ],
    ['Bot Berta objects without reason', 'You object without reason'],
    ['Bot Berta accepts it', 'You accept it'],
    [
      'Bot Berta covers 9. Bot Berta wins 12 points. You pay 2 red and get 1 blue back',
      'You cover 9. You win 12 points. Anna pays 2 red and gets 1 blue back',
    ],
  ],
  de: [
    ['Bot Berta würfelt 6 und 3', 'Du würfelst 6 und 3'],
    ['Bot Berta deckt 3 und 6 ab', 'Du deckst 3 und 6 ab'],
    ['Bot Berta setzt aus', 'Du setzt aus'],
    [
      'Bot Berta erhebt zu Recht Einspruch. Bei dir wieder offen: 8',
      'Du erhebst zu Recht Einspruch. Bei Anna wieder offen: 8',
    ],
    ['Bot Berta erhebt zu Unrecht Einspruch', 'Du erhebst zu Unrecht Einspruch'],
    ['Bot Berta lässt es gelten', 'Du lässt es gelten'],
    [
      'Bot Berta deckt 9 ab. Bot Berta gewinnt 12 Punkte. Du zahlst 2 × Rot und bekommst 1 × Blau zurück',
      'Du deckst 9 ab. Du gewinnst 12 Punkte. Anna zahlt 2 × Rot und bekommt 1 × Blau zurück',
    ],
  ],
  hu: [
    ['Bot Berta dobása: 6 és 3', 'A te dobásod: 6 és 3'],
    ['Bot Berta lefedi: 3 és 6', 'Lefeded: 3 és 6'],
    ['Bot Berta kimarad', 'Kimaradsz'],
    [
      'Bot Berta jogosan emel kifogást. Újra nyitott mezőid: 8',
      'Jogosan emelsz kifogást. Anna újra nyitott mezői: 8',
    ],
    ['Bot Berta alaptalanul emel kifogást', 'Alaptalanul emelsz kifogást'],
    ['Bot Berta elfogadja', 'Elfogadod'],
    [
      'Bot Berta lefedi: 9. Bot Berta 12 pontot nyer. Fizetsz: 2 piros; visszakapsz: 1 kék',
      'Lefeded: 9. 12 pontot nyersz. Anna fizet: 2 piros; visszakap: 1 kék',
    ],
  ],
};

describe.each(['en', 'de', 'hu'] as const)('ZOCK in sentences (%s)', (language) => {
  test('says the name or “you”', async () => {
    await locale.choose(language);
    expect(STEPS.map((one) => [tell(one, told(0)), tell(one, told(1))])).toEqual(SAID[language]);
  });
});

test('a turn of the other player is one sentence aloud, your own steps one each', async () => {
  await locale.choose('en');
  const turn = [step(1, 'threw 1 63'), step(2, 'covered 1 9')];
  expect(turn.map((one) => aloud(one, '63', told(0)))).toEqual([
    '',
    'Bot Berta rolls 6 and 3 and covers 9',
  ]);
  expect(turn.map((one) => aloud(one, '63', told(1)))).toEqual(['You roll 6 and 3', 'You cover 9']);
  expect(aloud(step(3, 'sat-out 1'), '66', told(0))).toBe('Bot Berta rolls 6 and 6 and sits out');
});
