import { describe, expect, test } from 'vitest';
import zocknroll from '../../src/games/zocknroll';
import { doerOf, entries } from '../../src/table/logEntries';

const step = (n: number) => ({ n, events: [] });
const note = (id: number, n: number) => ({ id, n, seat: 1, what: 'left' as const });

describe('the log', () => {
  test('has the latest first, with who left where it happened', () => {
    const lines = entries([step(3), step(5), step(8)], [note(0, 5), note(1, 9)], []);
    expect(lines.map(({ key }) => key)).toEqual(['n1', '8', 'n0', '5', '3']);
  });

  test('sums up what came at once in a line that opens, and loses none of it', () => {
    const history = [2, 3, 4, 5, 6, 7].map(step);
    const lines = entries(history, [], [{ from: 3, to: 5 }]);
    expect(lines.map(({ key }) => key)).toEqual(['7', '6', 's3', '2']);
    const [summed] = lines.filter(({ kind }) => kind === 'summed');
    expect(summed?.kind === 'summed' && summed.steps.map(({ n }) => n)).toEqual([5, 4, 3]);
  });
});

describe('the mark before a line', () => {
  const events = (...named: [string, number | null][]) =>
    named.map(([event, seat]) => ({ event, seat, detail: '' }));

  test('is that of whoever acted', () => {
    expect(doerOf({ n: 1, events: events(['played', 2], ['moved', 2]) }, ['dealt'])).toBe(2);
    expect(doerOf({ n: 1, events: [] })).toBeNull();
  });

  test('is missing where somebody only happened to be the last', () => {
    const passed = events(['gave', 3], ['received', 0], ['received', 1]);
    expect(doerOf({ n: 1, events: passed }, ['dealt', 'received'])).toBeNull();
  });

  test('is missing where all roll under their cups, and the line tells the reader’s own dice', () => {
    const rolled = events(['threw', 0], ['threw', 1]);
    expect(doerOf({ n: 1, events: rolled }, zocknroll.doneByNobody)).toBeNull();
  });
});
