import { describe, expect, test } from 'vitest';
import { area, list, locale, Locale, number } from '../../src/lib/messages.svelte';
import { table } from '../../src/messages';
import home from '../../src/messages/de/home.json';
import profile from '../../src/messages/de/profile.json';

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

  test('a text is not asked for before its part is loaded', async () => {
    const fresh = new Locale();
    await fresh.start();
    expect(fresh.find('table', 'yes')).toBeDefined();
    expect(() => fresh.find('record', 'replay')).toThrow(/ask for the part record first/);
    expect(() => fresh.keys('tock/options')).toThrow(/ask for the part tock first/);
    await fresh.need('record', 'tock');
    expect(fresh.find('record', 'replay')).toBeDefined();
    expect(fresh.keys('tock/options')).not.toEqual([]);
  });

  test('another language comes with the parts that are loaded, and with those on their way', async () => {
    const fresh = new Locale();
    await fresh.choose('en');
    await fresh.need('home');
    const coming = fresh.need('profile');
    await fresh.choose('de');
    await coming;
    expect(fresh.language).toBe('de');
    expect(fresh.find('home', 'continue')).toBe(home.continue);
    expect(fresh.find('profile', 'sign-in')).toBe(profile['sign-in']);
  });

  test('of several languages in a row the last counts, although it is there first', async () => {
    const fresh = new Locale();
    await fresh.need('home');
    await fresh.choose('hu');
    await fresh.choose('de');
    await Promise.all([fresh.choose('en'), fresh.choose('hu')]);
    expect(fresh.language).toBe('hu');
  });

  test('a game without texts needs none', async () => {
    const fresh = new Locale();
    await fresh.need('no-such-game');
    expect(fresh.find('no-such-game/board', 'title')).toBeUndefined();
  });
});
