import { describe, expect, test } from 'vitest';
import { area, list, locale, number } from '../../src/lib/messages.svelte';
import { table } from '../../src/messages';

describe('messages', () => {
  test('a text is shown in the language that was loaded', async () => {
    await locale.choose('de');
    expect(table('yes')).toBe('Ja');
    await locale.choose('hu');
    expect(table('yes')).toBe('Igen');
    expect(document.documentElement.lang).toBe('hu');
  });

  test('the chosen language is remembered on this device', async () => {
    await locale.choose('de');
    expect(localStorage.getItem('stammtisch.language')).toBe('de');
  });

  test('texts of a game have the game before their area', async () => {
    await locale.choose('en');
    expect(locale.find('zock/about', 'title')).toBe('ZOCK');
  });

  test('lessons are there once somebody learns, in every language chosen later', async () => {
    await locale.choose('en');
    await locale.learn();
    expect(locale.find('zock/guide', 'throw')).toContain('roll both dice');
    await locale.choose('de');
    expect(locale.find('zock/guide', 'throw')).toContain('Wirf beide Würfel');
  });

  test('placeholders, numbers and plurals are filled in as the language writes them', async () => {
    await locale.choose('en');
    expect(locale.find('fairness', 'all-right-dice', { n: 1 })).not.toContain('#');
    expect(locale.find('fairness', 'all-right-dice', { n: 1234 })).toContain('1,234');
    await locale.choose('de');
    expect(locale.find('fairness', 'all-right-dice', { n: 1234 })).toContain('1.234');
  });

  test('a text that does not exist is undefined, and its key where it has to be shown', () => {
    expect(locale.find('table', 'no-such-text')).toBeUndefined();
    expect(area<{ 'no-such-text': string }>('table')('no-such-text')).toBe('no-such-text');
  });

  test('a placeholder without a value is an error', async () => {
    await locale.choose('en');
    expect(() => locale.find('common', 'seat')).toThrow(/"n" was not provided/);
  });

  test('numbers and lists follow the language', async () => {
    await locale.choose('de');
    expect(number(0.5)).toBe('0,5');
    expect(list(['Anna', 'Ben', 'Cora'])).toBe('Anna, Ben und Cora');
  });
});
