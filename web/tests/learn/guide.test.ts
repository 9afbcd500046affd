import { beforeEach, describe, expect, test, vi } from 'vitest';
import { gamePage } from '../../src/games';
import { Guide } from '../../src/learn/guide.svelte';
import type { GuidedGame, Scene } from '../../src/learn/lessons';
import { LANGUAGES, locale } from '../../src/lib/messages.svelte';
import { Playback } from '../../src/lib/playback.svelte';
import type { TableConnection } from '../../src/lib/table.svelte';
import type * as wire from '../../src/lib/wire';
import { TABLES } from './tables';

const CASES = Object.keys(TABLES).flatMap((game) =>
  LANGUAGES.map((language) => ({ game, language })),
);

async function guidedGame(game: string): Promise<GuidedGame> {
  const loaded = await gamePage(game).guide?.();
  if (!loaded) throw new Error(`${game} has no guide`);
  return loaded.default;
}

function layoutOf(game: string): wire.Layout {
  return (TABLES[game]?.layout ?? {}) as wire.Layout;
}

describe('every lesson', () => {
  test.each(CASES)('of $game is said in $language', async ({ game, language }) => {
    await locale.choose(language);
    const { situations, all } = await guidedGame(game);
    for (const lesson of [...situations, ...all]) {
      const text = lesson.text(layoutOf(game));
      expect(text).toMatch(/^[\p{L}\p{N}][^{}]+[.!]$/u);
      expect(text).not.toBe(lesson.id);
    }
  });

  test('speaks of as many as play it usually', async () => {
    const { players } = await guidedGame('tock');
    expect(players).toBe(gamePage('tock').usual?.players);
  });
});

describe('a first game of ZOCK', () => {
  const NEW = { view: {}, tally: {}, turn: null, moves: [], seat: 0 };
  let playback: Playback;
  let guide: Guide;

  beforeEach(async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    sessionStorage.clear();
    await locale.choose('en');
    playback = new Playback({ set: () => 0, clear: () => undefined });
    const layout = layoutOf('zock');
    const connection = { id: 'first', seats: [0], acting: [0], layout, playback };
    guide = new Guide(await guidedGame('zock'), connection as unknown as TableConnection);
  });

  function step(n: number, seat: number, dice: string, phase: string): wire.StepInfo {
    return { n, events: [{ event: 'threw', seat, detail: dice }], view: { phase }, tally: {} };
  }

  function told(...steps: wire.StepInfo[]): string[] {
    const last = steps.at(-1);
    const position = {
      ...NEW,
      type: 'position',
      n: last?.n ?? 0,
      at: last?.n ?? 0,
      view: last?.view ?? {},
      steps,
    } as unknown as wire.PositionUpdate;
    playback.receive({ ...position, n: 0, at: 0, steps: undefined } as never);
    guide.receive(position);
    playback.receive(position);
    playback.skip();
    guide.follow();
    return guide.discovered.map(({ id }) => id);
  }

  test('teaches nothing about covering by the rolls that decide who begins', () => {
    const opening = step(1, 1, '55', 'throw');
    expect(told(opening, step(2, 1, '31', 'move'))).toEqual([]);
  });

  test('teaches about the sum that a roll has', () => {
    expect(told(step(1, 1, '21', 'throw'), step(2, 1, '55', 'move'))).toEqual(
      expect.arrayContaining(['ten', 'equal']),
    );
  });

  test('says nothing before it was shown', () => {
    const roll = step(1, 1, '55', 'move');
    const position = { ...NEW, type: 'position', n: 1, at: 1, view: roll.view, steps: [roll] };
    guide.receive(position as unknown as wire.PositionUpdate);
    guide.follow();
    expect(guide.discovered).toEqual([]);
  });
});

describe('a first game of Tock', () => {
  const BASE = { acting: true, labels: [], seat: 0, layout: layoutOf('tock') };
  const scene = (view: object, moves: string[] = [], plays = 0): Scene =>
    ({ ...BASE, view, moves, tally: { plays: [plays], home: [0] } }) as unknown as Scene;

  beforeEach(() => locale.choose('en'));

  test.each([
    ['give', { phase: 'give' }, ['give 5H'], 0],
    ['enter', { phase: 'play', turn: 0 }, ['KS in', '5H 0a>7'], 0],
    ['enter-partner', { phase: 'play', turn: 0 }, ['KS in'], 2],
    ['partners-stones', { phase: 'play', turn: 0 }, ['5H 2a>7'], 2],
    ['partner-turn', { phase: 'play', turn: 2 }, [], 0],
    ['other', { phase: 'play', turn: 1 }, [], 0],
  ])('says “%s” in its position', async (id, view, moves, plays) => {
    const { situation } = await guidedGame('tock');
    expect(situation(scene(view, moves, plays))?.id).toBe(id);
  });

  test.each([
    [0, 'was-hit'],
    [2, 'partner-was-hit'],
    [1, 'hit'],
  ])('tells whose stone was hit: that of seat %i is “%s”', async (seat, id) => {
    const { discoveries } = await guidedGame('tock');
    const event = { event: 'hit', seat, detail: `${seat}a` };
    const lessons = discoveries(event, scene({ phase: 'play', turn: 1 }));
    expect(lessons.map((lesson) => lesson.id)).toEqual([id]);
  });
});
