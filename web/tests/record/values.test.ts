import { beforeAll, describe, expect, test } from 'vitest';
import { locale } from '../../src/lib/messages.svelte';
import type * as wire from '../../src/lib/wire';
import {
  lineNames,
  valueLines,
  luckName,
  luckLines,
  othersName,
  ticks,
  valued,
} from '../../src/record/values';

beforeAll(() => locale.choose('en'));

function report(parts: Partial<wire.Report> = {}): wire.Report {
  return {
    game: 'kniffel',
    seats: ['Anna', 'Ben'],
    unit: 'win probability',
    exact: true,
    goal: null,
    decisions: [],
    throws: [],
    course: [],
    accounts: [],
    ...parts,
  };
}

function account(luck: number, result: number | null = null): wire.Account {
  return {
    seat: 0,
    name: 'Anna',
    luck,
    loss: 0,
    start: 0.5,
    others: null,
    result,
    deserved: null,
    decisions: 1,
    rating: 'solid',
    marks: {},
  };
}

describe('charts of a record', () => {
  test('show the value of each seat position by position', () => {
    const lines = valueLines(
      report({
        course: [
          [0.5, 0.5],
          [0.7, 0.3],
        ],
      }),
    );
    expect(lines).toEqual([
      { seat: 0, values: [0.5, 0.7] },
      { seat: 1, values: [0.5, 0.3] },
    ]);
  });

  test('keep an estimated chance between never and always', () => {
    const course = [[1.02, -0.02]];
    expect(valueLines(report({ course })).map(({ values }) => values)).toEqual([[1], [0]]);
    const points = valueLines(report({ course, unit: 'points' }));
    expect(points.map(({ values }) => values)).toEqual([[1.02], [-0.02]]);
  });

  test('add up luck at the positions where something was rolled', () => {
    const throws: wire.Throw[] = [
      { entry: 1, seat: 0, fell: '66', luck: [0.2, -0.2] },
      { entry: 3, seat: 1, fell: '11', luck: [0.1, -0.1] },
    ];
    const course = [[], [], [], []];
    const [anna, ben] = luckLines(report({ throws, course }));
    expect(anna?.values.map((value) => value.toFixed(1))).toEqual(['0.0', '0.2', '0.2', '0.3']);
    expect(ben?.values.at(-1)).toBeCloseTo(-0.3);
  });

  test.each([
    [0, 1, [0, 0.25, 0.5, 0.75, 1]],
    [0, 300, [0, 100, 200, 300]],
    [-0.3, 0.4, [-0.4, -0.2, 0, 0.2, 0.4]],
  ])('have round numbers from %d to %d', (low, high, expected) => {
    expect(ticks(low, high).map((tick) => Number(tick.toFixed(3)))).toEqual(expected);
  });

  test('have a tick even where nothing changed', () => {
    expect(ticks(0, 0)).toContain(0);
  });

  test('say chances in percent and points as points', () => {
    expect(valued(report(), 0.05)).toBe('5%');
    expect(valued(report(), 0.123)).toBe('12%');
    expect(valued(report({ unit: 'points' }), 12.34)).toBe('12.3');
    expect(valued(report({ unit: 'points' }), 3, true)).toBe('+3');
  });

  test.each([
    [0.01, 'even-luck'],
    [0.1, 'lucky'],
    [0.5, 'very-lucky'],
    [-0.1, 'unlucky'],
    [-0.5, 'very-unlucky'],
  ])('luck of %d is called %s', (luck, name) => {
    expect(luckName(report({ accounts: [account(luck)] }), account(luck))).toBe(name);
  });

  test('luck in points is measured by the points of the game', () => {
    const played = report({ unit: 'points', accounts: [account(10, 200)] });
    expect(luckName(played, account(10, 200))).toBe('lucky');
  });
});

test('partners have one line, and are named together', () => {
  const teams = report({
    seats: ['a', 'b', 'c', 'd'],
    sides: [0, 1, 0, 1],
    course: [[0.5, 0.5, 0.5, 0.5]],
  });
  expect(valueLines(teams).map(({ seat }) => seat)).toEqual([0, 1]);
  expect(luckLines(teams).map(({ seat }) => seat)).toEqual([0, 1]);
  expect(lineNames(teams, ['Anna', 'Ben', 'Cora', 'Dora']).slice(0, 2)).toEqual([
    'Anna and Cora',
    'Ben and Dora',
  ]);
});

test('what the others changed is called by what is in it', () => {
  const estimate = report({ exact: false });
  expect(othersName(report(), 'cards')).toBe('others-play');
  expect(othersName(estimate, 'cards')).toBe('others-cards');
  expect(othersName(estimate, 'dice')).toBe('others-dice');
  expect(othersName(estimate, null)).toBe('others-estimate');
});
