/** The page of every address; each is loaded when it is first seen, so that a table is quick to open. */

import type { Component } from 'svelte';

/** Every page gets the rest of its address as an argument; some do not use it. */
export type Page = Component<{ argument: string }>;

interface Pages {
  path: RegExp;
  load: () => Promise<{ default: unknown }>;
}

export interface Route {
  /** Distinguishes this page from any other. */
  id: string;
  argument: string;
  load: () => Promise<Page>;
}

const HOME: Pages = { path: /.*/, load: () => import('./pages/Home.svelte') };

const PAGES: Pages[] = [
  { path: /^\/t\/([\w-]+)$/, load: () => import('./pages/TablePage.svelte') },
  { path: /^\/new(?:\/(\w+))?$/, load: () => import('./pages/NewTable.svelte') },
  { path: /^\/r\/(\w+)$/, load: () => import('./pages/RecordPage.svelte') },
  { path: /^\/rules(?:\/(\w+))?$/, load: () => import('./pages/Rules.svelte') },
  { path: /^\/learn(?:\/(\w+))?$/, load: () => import('./pages/Learn.svelte') },
  { path: /^\/daily(?:\/(\w+))?$/, load: () => import('./pages/Daily.svelte') },
  { path: /^\/profile$/, load: () => import('./pages/ProfilePage.svelte') },
  { path: /^\/leaderboard$/, load: () => import('./pages/Leaderboard.svelte') },
  { path: /^\/settings$/, load: () => import('./pages/Settings.svelte') },
];

export function routeOf(path: string): Route {
  const page = PAGES.find((one) => one.path.test(path)) ?? HOME;
  const argument = page.path.exec(path)?.[1] ?? '';
  return {
    id: page.path.source + argument,
    argument,
    load: async () => (await page.load()).default as Page,
  };
}
