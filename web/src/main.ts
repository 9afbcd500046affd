import './lib/storage';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { announcement } from './lib/announcement.svelte';
import { locale } from './lib/messages.svelte';
import { place } from './lib/router.svelte';
import { routeOf } from './routes';

/** Milliseconds after which a failed start is tried again. */
const AGAIN = 2000;

const target = document.getElementById('app');

async function start(target: HTMLElement): Promise<void> {
  // The page is fetched while its texts are; where that fails, the page itself says so.
  routeOf(place.path)
    .load()
    .catch(() => undefined);
  try {
    await locale.start();
    mount(App, { target });
    void announcement.ask();
  } catch {
    setTimeout(() => void start(target), AGAIN);
  }
}

if (target) void start(target);
