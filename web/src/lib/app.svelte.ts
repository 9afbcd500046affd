/** The page as an app on this device: it can be installed, and notices when the server has a newer one. */

/** How long after the last check the page looks for a newer one, in milliseconds. */
const CHECK_AFTER = 5 * 60_000;

/** What a browser asks before it puts the page among its apps; not every browser does. */
interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

class App {
  /** The server has another page than the one that is open. */
  outdated = $state(false);
  /** A part of the page that failed to load says so in its place. */
  failureShown = $state(false);
  /** The browser would put the page on the device if asked to. */
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

  /** Whether the server answers, and whether its page is still this one. */
  async check(): Promise<boolean> {
    this.checked = Date.now();
    try {
      const answer = await fetch('/', { cache: 'no-cache' });
      if (answer.ok) this.outdated = !(await answer.text()).includes(ownScript());
      return answer.ok;
    } catch {
      return false;
    }
  }
}

/** The address of the script that runs here; every build has another one. */
function ownScript(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script?.getAttribute('src') ?? '';
}

export const app = new App();

if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
