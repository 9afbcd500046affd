import { describe, expect, test } from 'vitest';
import { after, announced, settled } from '../../../src/games/zocknroll/scene';
import { fullRows, offersIn, roundWith, whiteToRoll } from '../../../src/games/zocknroll/tableau';
import { LAYOUT, standing, step, TALLY, view } from './table';

const START = settled(standing(), null);

describe('the table of Zock’n’Roll', () => {
  test('shows the dice that this seat may know', () => {
    expect(START.places.map(({ dice }) => dice?.map(({ face }) => face) ?? null)).toEqual([
      [1, 2],
      null,
      null,
    ]);
    expect(START.asked).toEqual([0, 1, 2]);
  });

  test('shows who left with which dice and marks', () => {
    const left = after(START, step(2, ['left', 1], ['showed', 1, '35'], ['crossed', 1, 'pair']));
    const place = left.places[1];
    expect([place?.left, place?.lifted, place?.marked]).toEqual([1, true, ['pair']]);
    expect(place?.dice?.map(({ face }) => face)).toEqual([3, 5]);
    expect(left.marks[1]).toEqual({ pair: 1 });
  });

  test('counts rounds by the white dice on the table', () => {
    const next = after(START, step(2, ['white', 0, '6']));
    expect(next.white.map(({ face }) => face)).toEqual([2, 4, 6]);
    expect(next.round).toBe(2);
  });

  test('knows who has the highest combination, and which one where it was told', () => {
    const won = after(START, step(2, ['highest', 2, 'pair']));
    expect(won.places[2]).toMatchObject({ highest: true, combination: 'pair' });
    expect(settled(standing({ phase: 'mark', winners: [2] }), null).places[2]).toMatchObject({
      highest: true,
      combination: null,
    });
  });

  test('has the winner of the last round from the position, until the next hand', () => {
    const position = standing({ phase: 'mark', winners: [2] });
    const won = settled({ ...position, tally: { ...TALLY, round_winner: 2 } }, START);
    const fresh = after(won, step(3, ['threw', 0, '66']));
    expect([START, won, fresh].map(({ roundWinner }) => roundWinner)).toEqual([null, 2, null]);
  });

  test('begins a new hand when the cups are rolled', () => {
    const left = after(START, step(2, ['left', 1]));
    const fresh = after(left, step(3, ['threw', 0, '66'], ['threw', 1, '?'], ['threw', 2, '?']));
    expect(fresh.places[1]).toMatchObject({ left: null, lifted: false, dice: null });
    expect([fresh.white, fresh.round, fresh.shaken]).toEqual([[], 1, 1]);
  });

  test('announces a row that has just become full', () => {
    const nearly = settled(standing({ crosses: [{ pair: 2 }, {}, {}] }), null);
    const marked = step(2, ['crossed', 0, 'pair']);
    const full = announced(marked, nearly, after(nearly, marked));
    expect(full.events.at(-1)).toEqual({ event: 'full-row', seat: 0, detail: 'pair' });
    expect(announced(marked, START, after(START, marked))).toEqual(marked);
  });

  test('keeps what lay there as long as it agrees with the position', () => {
    const left = after(START, step(2, ['left', 1], ['crossed', 1, 'pair']));
    const between = (pairs: number) => {
      const { own: _, white: __, ...view } = standing({ phase: 'own' }).view;
      return { ...standing(), view: { ...view, crosses: [{}, { pair: pairs }, {}] } };
    };
    const agreed = settled(between(1), left);
    expect(agreed.places[1]?.marked).toEqual(['pair']);
    const missed = settled(between(2), left);
    expect(missed.places[1]?.marked).toEqual([]);
  });
});

describe('the tableau', () => {
  test('has a round for every number of white dice', () => {
    expect([roundWith(LAYOUT, 2), roundWith(LAYOUT, 3)]).toEqual([1, 2]);
  });

  test('says how many white dice are rolled next', () => {
    expect(whiteToRoll(view({ round: 1 }), LAYOUT)).toBe(2);
    expect(whiteToRoll(view({ round: 2 }), LAYOUT)).toBe(1);
  });

  test('reads the listed marks with their points', () => {
    expect(offersIn(['stay', 'leave pair', 'leave -'], ['', '2', ''], LAYOUT)).toEqual([
      { move: 'leave pair', row: 'pair', points: 2 },
      { move: 'leave -', row: null, points: null },
    ]);
  });

  test('knows the full rows of everybody', () => {
    expect(fullRows([{ pair: 3 }, { pair: 2 }], LAYOUT)).toEqual([{ seat: 0, row: 'pair' }]);
  });
});
