import { beforeEach, describe, expect, test } from 'vitest';
import type { Game } from '../../src/lib/api';
import {
  againWith,
  freshDraft,
  quickGame,
  requestOf,
  storedDraft,
  storeDraft,
} from '../../src/newtable/draft';
import {
  clauseOf,
  clausesIn,
  largestParts,
  optionFields,
  withEntry,
} from '../../src/games/options';
import { prefs } from '../../src/lib/prefs.svelte';
import type * as wire from '../../src/lib/wire';
import { levelOf, strongerThan } from '../../src/games/levels';
import { isUsual, presetOf, usualGame } from '../../src/games/presets';

const ZOCK: Game = {
  game: 'zock',
  title: 'ZOCK',
  rules: 1,
  players: [2],
  bots: ['random', 'easy', 'medium'],
  secrets: false,
  options: {
    properties: {
      variant: { enum: ['a', 'b', 'basic', 'c'], default: 'basic', description: 'game (Z10–Z12)' },
      digits: { enum: ['all', 'ten'], description: 'sums (Z7)' },
      double_pairs: { type: 'boolean', description: 'pairs' },
      referee: { enum: ['players', 'strict'], default: 'strict' },
      games: {
        type: 'integer',
        default: 1,
        minimum: 1,
        maximum: 100,
        description: 'games of a match (Z18)',
      },
      chip_values: { $ref: '#/$defs/ChipValues', default: {} },
    },
    $defs: {
      ChipValues: {
        properties: { red: { type: 'integer', default: 5, minimum: 1, maximum: 1000 } },
      },
    },
  },
};
/** A game that the page has no folder for. */
const PIG: Game = { ...ZOCK, game: 'pig' as Game['game'], players: [1, 2, 3], bots: ['random'] };

beforeEach(() => sessionStorage.clear());

describe('options from a schema', () => {
  test('have a field of their kind', () => {
    const kinds = optionFields(ZOCK).map(({ name, kind, usual }) => [name, kind, usual]);
    expect(kinds.slice(0, 3)).toEqual([
      ['variant', 'choice', 'basic'],
      ['digits', 'choice', undefined],
      ['double_pairs', 'switch', undefined],
    ]);
    expect(optionFields(ZOCK).find(({ name }) => name === 'chip_values')).toMatchObject({
      kind: 'numbers',
      parts: [{ name: 'red', least: 1, most: 1000, usual: 5 }],
    });
  });

  test('have the maximum of their numbers', () => {
    const games = optionFields(ZOCK).find(({ name }) => name === 'games');
    const chips = optionFields(ZOCK).find(({ name }) => name === 'chip_values');
    expect(games).toMatchObject({ kind: 'number', least: 1, most: 100 });
    expect(games && largestParts(games)).toEqual({});
    expect(chips && largestParts(chips)).toEqual({ red: 1000 });
  });

  test('name clauses one by one', () => {
    expect(clausesIn('the way (T28–T30), else T5')).toEqual(['T28', 'T29', 'T30', 'T5']);
  });

  test('have the clause of their value, or that of their description', () => {
    const [variant, , , , games] = optionFields(ZOCK);
    expect(variant && clauseOf('zock', variant, 'c')).toBe('Z12');
    expect(games && clauseOf('zock', games, 5)).toBe('Z18');
  });

  test('are left out where they are as usual', () => {
    expect(withEntry({ games: 5 }, 'games', undefined)).toEqual({});
  });
});

describe('presets', () => {
  test('are found by their options', () => {
    expect(presetOf(ZOCK, {})?.id).toBe('basic');
    expect(presetOf(ZOCK, { games: 5 })?.id).toBe('match');
    expect(presetOf(ZOCK, { games: 4 })).toBeUndefined();
  });

  test('are found where a table spells out every option', () => {
    const agreed = { variant: 'a', digits: 'ten', double_pairs: false, games: 1, chip_values: {} };
    expect(presetOf(ZOCK, { ...agreed, referee: 'strict' }, true)?.id).toBe('a');
  });

  test('a game without a folder has none, and is played against its own bots', () => {
    expect(presetOf(PIG, {})).toBeUndefined();
    expect([isUsual(PIG, { games: 1 }), isUsual(PIG, { games: 2 })]).toEqual([true, false]);
    expect(usualGame(PIG)).toEqual({ players: 2, bots: ['random'] });
    expect(quickGame(PIG, 'Anna')).toEqual({
      game: 'pig',
      seats: [
        { kind: 'here', name: 'Anna' },
        { kind: 'bot', bot: 'random' },
      ],
      stand_in: 'random',
    });
  });
});

describe('the level of bots', () => {
  test('is the usual one until another was chosen, which is remembered', () => {
    expect(levelOf(ZOCK)).toBe('easy');
    prefs.setLevel('zock', 'medium');
    expect(levelOf(ZOCK)).toBe('medium');
    expect(quickGame(ZOCK, 'Anna').seats).toContainEqual({ kind: 'bot', bot: 'medium' });
    expect(freshDraft(ZOCK, 'Anna').seats[1]?.bot).toBe('medium');
    expect(localStorage.getItem('stammtisch.levels')).toBe('{"zock":"medium"}');
    prefs.setLevel('zock', 'gone');
    expect(levelOf(ZOCK)).toBe('easy');
  });

  test('goes up to the strongest', () => {
    expect(strongerThan(ZOCK, 'easy')).toBe('medium');
    expect(strongerThan(ZOCK, 'medium')).toBeUndefined();
    expect(strongerThan(ZOCK, 'gone')).toBeUndefined();
  });

  test('is another one at a table that is otherwise the same', () => {
    const seat = { stand_in: null, seed: '', muted: false };
    const info = {
      game: 'zock',
      options: { variant: 'a' },
      clock: null,
      away: 60,
      stand_in: 'easy',
      spectators: false,
      hints: true,
      real_dice: false,
      seats: [
        { ...seat, kind: 'bot', name: 'Panda', bot: 'easy', yours: false },
        { ...seat, kind: 'person', name: 'Anna', bot: null, yours: true },
      ],
    } as unknown as wire.TableUpdate;
    expect(againWith(info, 'medium')).toMatchObject({
      game: 'zock',
      options: { variant: 'a' },
      away: 60,
      seats: [
        { kind: 'bot', bot: 'medium' },
        { kind: 'here', name: 'Anna' },
      ],
    });
  });
});

describe('the draft of a table', () => {
  test('asks for what was chosen', () => {
    const draft = freshDraft(ZOCK, 'Anna');
    draft.pace = 'correspondence';
    draft.days = 2;
    expect(requestOf('zock', draft)).toMatchObject({
      game: 'zock',
      seats: [{ kind: 'here', name: 'Anna' }, { kind: 'free' }],
      clock: { move: 2 * 24 * 3600 },
      away: null,
    });
  });

  test('survives a reload, and what cannot be read is a fresh start', () => {
    const draft = freshDraft(ZOCK, 'Anna');
    draft.options = { games: 5 };
    storeDraft('zock', draft);
    expect(storedDraft(ZOCK, 'Ben')).toEqual(draft);
    sessionStorage.setItem('stammtisch.newTable.zock', '{broken');
    expect(storedDraft(ZOCK, 'Ben')).toEqual(freshDraft(ZOCK, 'Ben'));
  });
});
