/** The texts of this game by area. */

import { area } from '../../../lib/messages.svelte';

export const about = area<typeof import('./en/about.json')>('tock/about');
export const board = area<typeof import('./en/board.json')>('tock/board');
export const endings = area<typeof import('./en/endings.json')>('tock/endings');
export const guide = area<typeof import('./en/guide.json')>('tock/guide');
export const log = area<typeof import('./en/log.json')>('tock/log');
export const moves = area<typeof import('./en/moves.json')>('tock/moves');
export const options = area<typeof import('./en/options.json')>('tock/options');
export const presets = area<typeof import('./en/presets.json')>('tock/presets');
export const reasons = area<typeof import('./en/reasons.json')>('tock/reasons');
