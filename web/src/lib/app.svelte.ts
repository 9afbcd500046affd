/** The page on this device: kept ready for a lost connection, and never older than the server's. */

/** Between two looks whether the server has a newer page, in milliseconds. */
const OFTEN = 5 * 60_000;

/** What a browser asks before it puts the page among its apps; not every browser does. */
interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

class House {
  /** The server has another page than the one that is open. */
  renewed = $state(false);
  /** What stands in the place of a broken part of the page says so itself. */
  told = $state(false);
  /** The browser would put the page on the device if asked to. */
  installable = $state(false);

  private looked = Date.now();
  private question: InstallPrompt | undefined;

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.question = event as InstallPrompt;
      this.installable = true;
    });
    addEventListener('appinstalled', () => (this.installable = false));
    addEventListener('online', () => void this.look());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && Date.now() - this.looked > OFTEN) void this.look();
    });
  }

  async install(): Promise<void> {
    await this.question?.prompt();
    this.installable = false;
  }

  /** Whether the server answers, and whether its page is still this one. */
  async look(): Promise<boolean> {
    this.looked = Date.now();
    try {
      const answer = await fetch('/', { cache: 'no-cache' });
      if (answer.ok) this.renewed = !(await answer.text()).includes(ownScript());
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

export const house = new House();

if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
