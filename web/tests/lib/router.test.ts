import { beforeEach, describe, expect, test, vi } from 'vitest';
import { place } from '../../src/lib/router.svelte';
import { routeOf } from '../../src/routes';

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  place.go('/');
});

function link(address: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.href = address;
  for (const [name, value] of Object.entries(attributes)) anchor.setAttribute(name, value);
  document.body.append(anchor);
  return anchor;
}

/** Whether the browser was left to follow the link itself. */
function leftToBrowser(anchor: HTMLAnchorElement, init: MouseEventInit = {}): boolean {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  let prevented = false;
  const look = (event: Event): void => {
    prevented = event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener('click', look, { once: true });
  anchor.dispatchEvent(click);
  return !prevented;
}

describe('the router', () => {
  test('follows a link inside the page without loading it again', () => {
    expect(leftToBrowser(link('/rules/zock?lang=de#Z8'))).toBe(false);
    // All files share one document, in which a router of another file may have been the first to follow it.
    dispatchEvent(new PopStateEvent('popstate'));
    expect([place.path, place.query.get('lang'), place.hash]).toEqual(['/rules/zock', 'de', '#Z8']);
  });

  test.each([
    ['another server', link('https://example.org/rules')],
    ['the API', link('/api/docs')],
    ['a download', link('/r/1', { download: '' })],
    ['another window', link('/rules', { target: '_blank' })],
  ])('leaves %s to the browser', (_, anchor) => {
    expect(leftToBrowser(anchor)).toBe(true);
    expect(place.path).toBe('/');
  });

  test('leaves a click with a key pressed to the browser', () => {
    expect(leftToBrowser(link('/rules'), { ctrlKey: true })).toBe(true);
  });

  test('replaces an address without a step in the history', () => {
    const steps = history.length;
    place.replace('/t/1');
    expect([place.path, history.length]).toEqual(['/t/1', steps]);
  });
});

describe('routes', () => {
  test.each([
    ['/t/abc-1', 'abc-1'],
    ['/new', ''],
    ['/new/tock', 'tock'],
    ['/rules/zock', 'zock'],
    ['/r/0f3a', '0f3a'],
  ])('%s has its argument', (path, argument) => {
    expect(routeOf(path).argument).toBe(argument);
  });

  test('a static site has no page that only a server has', () => {
    for (const path of ['/profile', '/leaderboard', '/admin']) {
      expect(routeOf(path, true).id).toBe(routeOf('/').id);
      expect(routeOf(path, false).id).not.toBe(routeOf('/').id);
    }
    expect(routeOf('/settings', true).id).not.toBe(routeOf('/').id);
  });

  test('an address that does not exist is the home page', () => {
    expect(routeOf('/nowhere/at/all').id).toBe(routeOf('/').id);
    expect(routeOf('/rules').id).not.toBe(routeOf('/').id);
  });

  test('pages for different arguments are different pages', () => {
    expect(routeOf('/new/tock').id).not.toBe(routeOf('/new/zock').id);
  });
});
