import { beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../../src/games/zocknroll/scene';
import { tell } from '../../../src/games/zocknroll/sentences';
import { offersIn } from '../../../src/games/zocknroll/tableau';
import { inWords } from '../../../src/games/zocknroll/words';
import { locale } from '../../../src/lib/messages.svelte';
import { LAYOUT, standing, step } from './table';

const NAMES = ['Anna', 'Ben', 'Clara'];

beforeAll(() => locale.choose('en'));

describe('a step in a line', () => {
  const leaving = step(1, ['left', 1], ['showed', 1, '35'], ['crossed', 1, 'pair']);

  test('names the player, or says you', () => {
    expect(tell(leaving, { names: NAMES, seat: 0 })).toBe(
      'Ben leaves, shows 3 and 5 and marks “Pair”',
    );
    expect(tell(leaving, { names: NAMES, seat: 1 })).toBe(
      'You leave, show 3 and 5 and mark “Pair”',
    );
  });

  test('says in German what a person would', async () => {
    await locale.choose('de');
    expect(tell(step(1, ['stayed', 1]), { names: NAMES, seat: 1 })).toBe('Du zockst weiter');
    expect(tell(step(1, ['starts', 2]), { names: NAMES, seat: 1 })).toBe(
      'Clara eröffnet den Durchgang',
    );
    expect(tell(leaving, { names: NAMES, seat: 1 })).toBe(
      'Du steigst aus, zeigst 3 und 5 und kreuzt „Paar“ an',
    );
    expect(tell(step(1, ['white', 2, '6']), { names: NAMES, seat: 1 })).toBe(
      'Clara wirft einen weißen Würfel: 6',
    );
    await locale.choose('en');
  });

  test('tells one white die from several', () => {
    const reader = { names: NAMES, seat: 0 };
    expect(tell(step(1, ['white', 0, '6']), reader)).toBe('You roll a white die: 6');
    expect(tell(step(1, ['white', 0, '145']), reader)).toBe('You roll the white dice: 1, 4, and 5');
  });

  test('tells your own dice and nobody else’s', () => {
    const rolled = step(1, ['threw', 0, '12'], ['threw', 1, '?'], ['threw', 2, '?']);
    expect(tell(rolled, { names: NAMES, seat: 0 })).toBe('Under your cup: 1 and 2');
    expect(tell(rolled, { names: NAMES, seat: null })).toBe('');
  });

  test('tells a tie in one sentence', () => {
    const tie = step(1, ['highest', 0, 'pair'], ['highest', 2, 'pair']);
    expect(tell(tie, { names: NAMES, seat: 0 })).toBe('You tie with Clara: Pair');
    expect(tell(tie, { names: NAMES, seat: 2 })).toBe('You tie with Anna: Pair');
    expect(tell(tie, { names: NAMES, seat: 1 })).toBe('Tie between Anna and Clara: Pair');
  });
});

describe('the position in words', () => {
  const scene = settled(
    standing({ status: ['in', 'left1', 'in'], crosses: [{ pair: 2 }, {}, {}] }),
    null,
  );
  const moves = ['stay', 'leave pair', 'leave -'];
  const asked = {
    scene,
    points: { pair: 2 },
    stay: true,
    offers: offersIn(moves, ['', '2', ''], LAYOUT),
    names: NAMES,
    seat: 0,
  };

  test('says what lies on the table and what is still to come', () => {
    expect(inWords(asked)[0]?.lines).toEqual([
      'Round 1 of 2',
      'Under your cup: 1 and 2',
      'White dice: 2 and 4',
      '1 white die is still to come',
      'Still in: Anna and Clara',
      'Out: Ben',
    ]);
  });

  test('lists what can be chosen, with its points', () => {
    expect(inWords(asked)[1]?.lines).toEqual([
      'Stay in and wait for the next white die',
      'Leave: Pair, 2 points',
      'Leave: no combination',
    ]);
  });

  test('has the rows of every player, your own first', () => {
    const players = inWords({ ...asked, seat: 2, offers: [], stay: false }).slice(1);
    expect(players.map(({ title }) => title)).toEqual(['Clara', 'Anna', 'Ben']);
    expect(players[1]?.lines).toEqual([
      'Pair: 2 of 3 marks, 2 points each',
      'Nothing marked yet in: Kniffel, Won round 3, and Left in round 1',
      'Total: 0 points',
    ]);
  });

  test('tells a spectator nothing of the cups', () => {
    const watched = settled(standing({ own: ['?', '?', '?'] }), null);
    const lines = inWords({ ...asked, scene: watched, seat: null })[0]?.lines ?? [];
    expect(lines.some((line) => line.startsWith('Under'))).toBe(false);
  });
});
