/** The page as an app on this device: it can be installed, and notices when the server has a newer one. */

import { RUNTIME_CACHE } from '../local/protocol';
import { fileOf, ROOT } from './site';

/** How long after the last check the page looks for a newer one, in milliseconds. */
const CHECK_AFTER = 5 * 60_000;

/** The event of browsers that can install the page as an app. */
interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

class App {
  /** The server has a newer page than the one that is open. */
  outdated = $state(false);
  /** A part of the page that failed to load says so in its place. */
  failureShown = $state(false);
  /** The browser could install the page. */
  installable = $state(false);

  private checked = Date.now();
  private question: InstallPrompt | undefined;

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.question = event as InstallPrompt;
      this.installable = true;
    });
    addEventListener('appinstalled', () => (this.installable = false));
    addEventListener('online', () => void this.check());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && Date.now() - this.checked > CHECK_AFTER) void this.check();
    });
  }

  async install(): Promise<void> {
    await this.question?.prompt();
    this.installable = false;
  }

  /** Checks for a newer page; returns whether the server answered. */
  async check(): Promise<boolean> {
    this.checked = Date.now();
    try {
      const answer = await fetch(ROOT, { cache: 'no-cache' });
      if (answer.ok) this.outdated = !(await answer.text()).includes(ownScript());
      return answer.ok;
    } catch {
      return false;
    }
  }
}

/** The address of the running script, which is different for every build. */
function ownScript(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script?.getAttribute('src') ?? '';
}

export const app = new App();

/** How long after its start the page lets the service worker keep all of it, in milliseconds. */
const QUIET = 4000;

async function keepPage(): Promise<void> {
  await navigator.serviceWorker.register(fileOf('sw.js'));
  const { active } = await navigator.serviceWorker.ready;
  setTimeout(() => {
    active?.postMessage('keep');
    void renewGames().catch(() => undefined);
  }, QUIET);
}

/** People who can play without a connection still can after an update of the page. */
async function renewGames(): Promise<void> {
  if (await caches.has(RUNTIME_CACHE)) await (await import('../local/offline')).renewRuntime();
}

if (import.meta.env.PROD && 'serviceWorker' in navigator) void keepPage().catch(() => undefined);
