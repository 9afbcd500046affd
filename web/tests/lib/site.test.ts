import { describe, expect, test } from 'vitest';
import { addressOf, fileAbout, pathOf } from '../../src/lib/site';

const PATHS = [
  '/',
  '/rules',
  '/rules/zock#Z8',
  '/learn/zock?table=local-1',
  '/t/local-a_b',
  '/#main',
];

describe('on a server', () => {
  test.each(PATHS)('%s is its own address', (path) => {
    expect(addressOf(path, false, '/')).toBe(path);
    expect(pathOf(new URL(path, 'https://example.org'), false, '/')).toBe(path);
  });
});

describe.each(['/', '/games/', '/~anna/stammtisch/'])('on a static host in %s', (root) => {
  test.each(PATHS)('%s has an address that the host knows', (path) => {
    const address = new URL(addressOf(path, true, root), 'https://example.org');
    expect(address.pathname).toBe(root);
    expect(pathOf(address, true, root)).toBe(path);
  });

  test('the page is at home by its own name, too', () => {
    expect(pathOf(new URL(`${root}index.html`, 'https://example.org'), true, root)).toBe('/');
  });
});

test('a link as components write it leads to its page on a static host', () => {
  const link = new URL('/rules/zock#Z8', 'https://example.org');
  expect(pathOf(link, true, '/games/')).toBe('/rules/zock#Z8');
});

describe('what a static site has as a file', () => {
  test.each([
    ['/api/games', '/answers/games.json'],
    ['/api/games/zock/rules?lang=de', '/answers/zock.de.json'],
    ['/api/games/zock/layout?players=2', undefined],
    ['/api/tables', undefined],
  ])('%s is %s', (path, file) => {
    expect(fileAbout(path, true)).toBe(file);
    expect(fileAbout(path, false)).toBeUndefined();
  });
});
