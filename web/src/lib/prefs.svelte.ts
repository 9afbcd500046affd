/** Preferences of this device: light or dark, sound, pace, names. They are stored only here. */

import { isLocal } from '../local/protocol';
import { stored } from './storage';

export type Theme = 'auto' | 'light' | 'dark';
/** How quickly the page shows what others do. */
export type Pace = 'relaxed' | 'normal' | 'fast' | 'instant';
export const PACES: readonly Pace[] = ['relaxed', 'normal', 'fast', 'instant'];
const TEMPO: Readonly<Record<Pace, number>> = { relaxed: 1.8, normal: 1, fast: 0.45, instant: 0 };

function kept<T>(key: string, fallback: T): T {
  return stored(`stammtisch.${key}`, fallback);
}

function keep(key: string, value: unknown): void {
  localStorage.setItem(`stammtisch.${key}`, JSON.stringify(value));
}

/** A game that this device plays, so that it can be continued from the home page. */
export interface MyTable {
  table: string;
  game: string;
  names: string[];
  since: number;
}

const REMEMBERED = 30;

class Preferences {
  theme = $state<Theme>(kept('theme', 'auto'));
  sound = $state<boolean>(kept('sound', true));
  pace = $state<Pace>(PACES.find((pace) => pace === kept<string>('pace', '')) ?? 'normal');
  notify = $state<boolean>(kept('notify', false));
  name = $state<string>(kept('name', ''));
  tables = $state<MyTable[]>(kept('tables', []));
  /** How strong the bots were that somebody played against last, by game. */
  levels = $state<Readonly<Record<string, string>>>(kept('levels', {}));
  /** Names of fields and pieces are shown on boards that have them. */
  coordinates = $state<boolean>(kept('coordinates', false));

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep('theme', theme);
    this.showTheme();
  }

  showTheme(): void {
    if (this.theme === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.theme;
  }

  setSound(on: boolean): void {
    this.sound = on;
    keep('sound', on);
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    keep('pace', pace);
  }

  setNotify(on: boolean): void {
    this.notify = on;
    keep('notify', on);
  }

  setCoordinates(on: boolean): void {
    this.coordinates = on;
    keep('coordinates', on);
  }

  setName(name: string): void {
    this.name = name;
    keep('name', name);
  }

  setLevel(game: string, level: string): void {
    this.levels = { ...this.levels, [game]: level };
    keep('levels', this.levels);
  }

  remember(table: MyTable): void {
    const others = this.tables.filter((known) => known.table !== table.table);
    // A game of this device is nowhere else, so it is never forgotten by itself.
    const known = [table, ...others];
    this.tables = known.filter((one, number) => number < REMEMBERED || isLocal(one.table));
    keep('tables', this.tables);
  }

  forget(table: string): void {
    this.tables = this.tables.filter((known) => known.table !== table);
    keep('tables', this.tables);
  }
}

export const prefs = new Preferences();
prefs.showTheme();

/** Whether the reader prefers no motion. */
export function still(): boolean {
  return prefs.pace === 'instant' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The time of everything that moves, as a part of its time at normal pace. */
export function tempo(): number {
  return TEMPO[prefs.pace];
}
