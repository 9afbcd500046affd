import { describe, expect, test } from 'vitest';
import { Scenes } from '../../../src/games/zocknroll/scenes.svelte';
import { standing, step } from './table';

const LATER = standing({ white: '246', round: 2, status: ['in', 'left1', 'in'] });
const STEPS = [step(2, ['left', 1]), step(3, ['white', 0, '6'])];

describe('the table as it is shown', () => {
  test('follows one step after the other', () => {
    const scenes = new Scenes(standing(), [step(1, ['stayed', 0])]);
    scenes.follow(standing({ status: ['in', 'left1', 'in'] }), STEPS.slice(0, 1));
    expect(scenes.scene.places[1]?.left).toBe(1);
    expect(scenes.scene.white).toHaveLength(2);
    scenes.follow(LATER, STEPS.slice(1));
    expect(scenes.scene.white.map(({ thrown }) => thrown)).toEqual([0, 0, 1]);
  });

  test('follows several steps at once', () => {
    const scenes = new Scenes(standing(), []);
    scenes.follow(LATER, STEPS);
    expect(scenes.scene.white).toHaveLength(3);
    expect(scenes.scene.places[1]?.left).toBe(1);
  });

  test('jumps where it was not told what happened, as in a replay that goes back', () => {
    const scenes = new Scenes(LATER, [step(9, ['white', 0, '6'])]);
    scenes.follow(standing(), [step(1, ['stayed', 0])]);
    expect(scenes.scene.white).toHaveLength(2);
  });

  test('shows each step once, whichever seat tells it', () => {
    const scenes = new Scenes(standing(), []);
    scenes.follow(LATER, STEPS);
    const rolled = scenes.scene.white.map(({ thrown }) => thrown);
    scenes.follow({ ...LATER, view: { ...LATER.view } }, STEPS);
    expect(scenes.scene.white.map(({ thrown }) => thrown)).toEqual(rolled);
  });

  test('lets the log say that a row has become full', () => {
    const scenes = new Scenes(standing({ crosses: [{ pair: 2 }, {}, {}] }), []);
    const crossed = step(2, ['crossed', 0, 'pair']);
    scenes.follow(standing({ crosses: [{ pair: 3 }, {}, {}] }), [crossed]);
    expect(scenes.announced(crossed).events.map(({ event }) => event)).toEqual([
      'crossed',
      'full-row',
    ]);
    expect(scenes.announced(step(1, ['stayed', 0]))).toEqual(step(1, ['stayed', 0]));
  });

  test('recalls after a reload what was decided in this hand', () => {
    const scenes = new Scenes(standing({ crosses: [{}, { pair: 1 }, {}] }), []);
    scenes.recall([
      step(0, ['stayed', 2]),
      step(1, ['threw', 0, '12'], ['threw', 1, '?'], ['threw', 2, '?']),
      step(2, ['white', 0, '24']),
      step(3, ['stayed', 0]),
      step(4, ['left', 1], ['crossed', 1, 'pair']),
    ]);
    expect(scenes.scene.places.map(({ stayed }) => stayed)).toEqual([true, false, false]);
    expect(scenes.scene.places[1]?.marked).toEqual(['pair']);
    expect(scenes.scene.white.map(({ thrown }) => thrown)).toEqual([0, 0]);
  });

  test.each([
    { why: 'alone', highest: [1], winner: 1 },
    { why: 'with another player', highest: [0, 1], winner: null },
  ])('recalls after the game who had the highest combination $why', ({ highest, winner }) => {
    const over = standing({ phase: 'over' });
    delete over.view.own;
    const scenes = new Scenes(over, []);
    scenes.recall([
      step(1, ['threw', 0, '?'], ['threw', 1, '?'], ['threw', 2, '?']),
      step(2, ...highest.map((seat): [string, number, string] => ['highest', seat, 'pair'])),
    ]);
    expect(scenes.scene.roundWinner).toBe(winner);
  });
});
