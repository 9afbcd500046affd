/** The page of every address; each is loaded when it is first seen, so that a table is quick to open. */

import type { Component } from 'svelte';
import { loadGames } from './games';
import { withTexts } from './lib/messages.svelte';
import { isSite } from './lib/site';

/** Every page gets the rest of its address as an argument; some do not use it. */
export type Page = Component<{ argument: string }>;

interface Pages {
  path: RegExp;
  load: () => Promise<{ default: unknown }>;
  /** Only a server has it. */
  served?: true;
}

export interface Route {
  /** Distinguishes this page from any other. */
  id: string;
  argument: string;
  load: () => Promise<Page>;
}

const HOME: Pages = {
  path: /.*/,
  load: () => withGames(['home'], () => import('./pages/Home.svelte')),
};

const PAGES: Pages[] = [
  { path: /^\/t\/([\w-]+)$/, load: () => import('./pages/TablePage.svelte') },
  {
    path: /^\/new(?:\/(\w+))?$/,
    load: () => withGames(['newTable'], () => import('./pages/NewTable.svelte')),
  },
  {
    path: /^\/r\/([\w-]+)$/,
    load: () => withTexts(['record', 'puzzle'], () => import('./pages/RecordPage.svelte')),
  },
  {
    path: /^\/rules(?:\/(\w+))?$/,
    load: () => withGames(['rules'], () => import('./pages/Rules.svelte')),
  },
  {
    path: /^\/learn(?:\/(\w+))?$/,
    load: () => withGames(['rules'], () => import('./pages/Learn.svelte')),
  },
  {
    path: /^\/daily(?:\/(\w+))?$/,
    load: () => withGames(['puzzle'], () => import('./pages/Daily.svelte')),
  },
  {
    path: /^\/profile$/,
    served: true,
    load: () => withTexts(['profile', 'notices'], () => import('./pages/ProfilePage.svelte')),
  },
  {
    path: /^\/leaderboard$/,
    served: true,
    load: () => withGames(['profile'], () => import('./pages/Leaderboard.svelte')),
  },
  {
    path: /^\/admin(?:\/(\w+))?$/,
    served: true,
    load: () => withGames(['admin', 'report'], () => import('./pages/Admin.svelte')),
  },
  {
    path: /^\/settings$/,
    load: () => withTexts(['notices', 'device'], () => import('./pages/Settings.svelte')),
  },
];

/** A page that shows every game. */
async function withGames<Loaded>(
  texts: readonly string[],
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  const [loaded] = await Promise.all([withTexts(texts, load), loadGames()]);
  return loaded;
}

export function routeOf(path: string, site = isSite): Route {
  const page = PAGES.find((one) => one.path.test(path) && !(site && one.served)) ?? HOME;
  const argument = page.path.exec(path)?.[1] ?? '';
  return {
    id: page.path.source + argument,
    argument,
    load: async () => (await page.load()).default as Page,
  };
}
