/** The texts of this game by area. */

import { area } from '../../../lib/messages.svelte';

export const about = area<typeof import('./en/about.json')>('zocknroll/about');
export const board = area<typeof import('./en/board.json')>('zocknroll/board');
export const endings = area<typeof import('./en/endings.json')>('zocknroll/endings');
export const guide = area<typeof import('./en/guide.json')>('zocknroll/guide');
export const moves = area<typeof import('./en/moves.json')>('zocknroll/moves');
export const options = area<typeof import('./en/options.json')>('zocknroll/options');
export const presets = area<typeof import('./en/presets.json')>('zocknroll/presets');
export const rows = area<typeof import('./en/rows.json')>('zocknroll/rows');
