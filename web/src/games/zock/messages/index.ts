/** The texts of this game by area. */

import { area } from '../../../lib/messages.svelte';

export const about = area<typeof import('./en/about.json')>('zock/about');
export const board = area<typeof import('./en/board.json')>('zock/board');
export const endings = area<typeof import('./en/endings.json')>('zock/endings');
export const guide = area<typeof import('./en/guide.json')>('zock/guide');
export const moves = area<typeof import('./en/moves.json')>('zock/moves');
export const options = area<typeof import('./en/options.json')>('zock/options');
export const presets = area<typeof import('./en/presets.json')>('zock/presets');
