import { mount, unmount } from 'svelte';
import { beforeAll, describe, expect, test } from 'vitest';
import CardChart from '../../../src/games/tock/CardChart.svelte';
import { chartOf, usesOf } from '../../../src/games/tock/cardUses';
import type { Layout, RankLayout } from '../../../src/games/tock/wire';
import { LANGUAGES, locale } from '../../../src/lib/messages.svelte';
import { LAYOUT } from './board';

const FREE: Layout = { ...LAYOUT, teams: [[0], [1], [2], [3]] };
const ODD: RankLayout = { rank: 'Q', forward: [3, 14], backward: [6], actions: ['enter'] };

function saidOf(rank: string, layout: Layout, options = {}): string {
  const row = chartOf(layout, options).find(({ ranks }) => ranks.includes(rank));
  return row?.uses.map(({ text }) => text).join(' | ') ?? '';
}

describe('the card chart', () => {
  beforeAll(() => locale.choose('en'));

  test('says the steps that the server lists, whatever the rank', () => {
    const uses = usesOf(ODD, LAYOUT, {});
    expect(uses.map(({ text }) => text).slice(0, 2)).toEqual(['3 or 14 forward', 'or 6 backward']);
    expect(uses.map(({ clause }) => clause)).toEqual(['T13', 'T25', 'T17']);
  });

  test('has one row for all cards that only go as far as they say', () => {
    const layout = { ...LAYOUT, ranks: [...LAYOUT.ranks, { ...ODD, rank: 'T', forward: [10] }] };
    expect(chartOf(layout, {}).at(-1)?.ranks).toEqual(['5']);
    const plain = { rank: 'T', forward: [10], backward: [], actions: [] };
    const more = { ...LAYOUT, ranks: [...LAYOUT.ranks, plain] };
    expect(chartOf(more, {}).at(-1)?.ranks).toEqual(['5', 'T']);
  });

  test('tells the seven as it is agreed on: own stones, partners, or everybody', () => {
    expect(saidOf('7', LAYOUT)).toContain('among your stones;');
    expect(saidOf('7', LAYOUT, { canadian_seven: true })).toContain('your partner’s');
    expect(saidOf('7', FREE)).toContain('any stones on the track');
  });

  test('says that a joker may not finish where that is agreed on', () => {
    expect(saidOf('X', LAYOUT)).not.toContain('last stone');
    expect(saidOf('X', LAYOUT, { no_joker_finish: true })).toContain('last stone');
  });

  test.each(LANGUAGES)('is drawn with every card, in %s', async (language) => {
    await locale.choose(language);
    const target = document.createElement('div');
    const chart = mount(CardChart, { target, props: { layout: LAYOUT, options: {} } });
    expect(target.querySelectorAll('.face svg')).toHaveLength(LAYOUT.ranks.length);
    expect(target.textContent).not.toMatch(/any-rank|forward-number|[{}]/);
    await unmount(chart);
  });

  test('leads to the clause of each use', async () => {
    const asked: string[] = [];
    const target = document.createElement('div');
    const props = { layout: LAYOUT, options: {}, onrule: (id: string) => asked.push(id) };
    const chart = mount(CardChart, { target, props });
    document.body.append(target);
    target.querySelectorAll('button').forEach((button) => button.click());
    expect(asked).toEqual(['T13', 'T20', 'T13', 'T17', 'T13', 'T13']);
    await unmount(chart);
    target.remove();
  });
});
