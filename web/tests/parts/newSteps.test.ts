import { expect, test } from 'vitest';
import { News, withShown } from '../../src/parts/newSteps';
import { step } from '../games/steps';

const [first, second, third] = [step(1, 'a'), step(2, 'b'), step(3, 'c')];

test('what happened before we came is no news, even if it arrives later', () => {
  const news = new News();
  expect(news.of([], [])).toEqual([]);
  expect(news.of([first, second], [])).toEqual([]);
  expect(news.of([first, second], [third])).toEqual([]);
  expect(news.of([first, second, third], [third])).toEqual([third]);
  expect(news.of([first, second, third], [])).toEqual([]);
});

test('steps that are told together are news together', () => {
  const news = new News();
  expect(news.of([first, second], [first, second])).toEqual([first, second]);
});

test('what is shown again is told again, step by step and from there on', () => {
  const news = new News();
  news.of([first, second, third], [first, second, third]);
  expect(news.of([first], [first])).toEqual([first]);
  expect(news.of([first], [second])).toEqual([]);
  expect(news.of([first, second], [second])).toEqual([second]);
  expect(news.of([first, second, third], [third])).toEqual([third]);
});

test('what is being shown follows what has been told', () => {
  expect(withShown([first, second], [second, third])).toEqual([first, second, third]);
  expect(withShown([], [third])).toEqual([third]);
});
