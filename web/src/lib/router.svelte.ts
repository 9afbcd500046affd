/** The current address. Links inside the page do not reload it. */

import { addressOf, isSite, pathOf } from './site';

class Place {
  /** The address of the page, the same wherever it is served. */
  private at = $state.raw(here());
  readonly path = $derived(this.at.pathname);
  readonly hash = $derived(this.at.hash);
  readonly query = $derived(this.at.searchParams);
  /** Path and query, which lead back to the page. */
  readonly address = $derived(this.at.pathname + this.at.search);

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('hashchange', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
    if (isSite)
      for (const look of ['pointerover', 'focusin']) document.addEventListener(look, address);
  }

  go(address: string): void {
    history.pushState(null, '', addressOf(address));
    this.read();
    scrollTo(0, 0);
  }

  replace(address: string): void {
    history.replaceState(null, '', addressOf(address));
    this.read();
  }

  private read(): void {
    this.at = here();
  }

  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element).closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin)
      return;
    if (link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    const path = pathOf(new URL(link.href));
    if (path !== pathOf(new URL(location.href))) this.go(path);
  }
}

function here(): URL {
  return new URL(pathOf(new URL(location.href)), location.origin);
}

/** On a static host a link gets its real address as soon as one could open it in another window. */
function address(event: Event): void {
  const link = (event.target as Element).closest('a');
  const path = link?.getAttribute('href');
  if (!link || !path?.startsWith('/') || link.hasAttribute('download')) return;
  const real = addressOf(pathOf(new URL(link.href)));
  if (real !== path) link.setAttribute('href', real);
}

export const place = new Place();
