/** The texts of the page by area; the files beside this one hold them, a folder a language. */

import { area } from '../lib/messages.svelte';

export const admin = area<typeof import('./en/admin.json')>('admin');
export const app = area<typeof import('./en/app.json')>('app');
export const cards = area<typeof import('./en/cards.json')>('cards');
export const chat = area<typeof import('./en/chat.json')>('chat');
export const closeTable = area<typeof import('./en/closeTable.json')>('closeTable');
export const common = area<typeof import('./en/common.json')>('common');
export const device = area<typeof import('./en/device.json')>('device');
export const dice = area<typeof import('./en/dice.json')>('dice');
export const fairness = area<typeof import('./en/fairness.json')>('fairness');
export const genericBoard = area<typeof import('./en/genericBoard.json')>('genericBoard');
export const home = area<typeof import('./en/home.json')>('home');
export const learn = area<typeof import('./en/learn.json')>('learn');
export const lobby = area<typeof import('./en/lobby.json')>('lobby');
export const newTable = area<typeof import('./en/newTable.json')>('newTable');
export const notices = area<typeof import('./en/notices.json')>('notices');
export const offline = area<typeof import('./en/offline.json')>('offline');
export const options = area<typeof import('./en/options.json')>('options');
export const profile = area<typeof import('./en/profile.json')>('profile');
export const puzzle = area<typeof import('./en/puzzle.json')>('puzzle');
export const record = area<typeof import('./en/record.json')>('record');
export const refusals = area<typeof import('./en/refusals.json')>('refusals');
export const report = area<typeof import('./en/report.json')>('report');
export const rules = area<typeof import('./en/rules.json')>('rules');
export const table = area<typeof import('./en/table.json')>('table');
export const unreachable = area<typeof import('./en/unreachable.json')>('unreachable');
