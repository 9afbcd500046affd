/** The texts of this game by area. */

import { area } from '../../../lib/messages.svelte';

export const about = area<typeof import('./en/about.json')>('kniffel/about');
export const board = area<typeof import('./en/board.json')>('kniffel/board');
export const endings = area<typeof import('./en/endings.json')>('kniffel/endings');
export const guide = area<typeof import('./en/guide.json')>('kniffel/guide');
export const moves = area<typeof import('./en/moves.json')>('kniffel/moves');
export const options = area<typeof import('./en/options.json')>('kniffel/options');
export const presets = area<typeof import('./en/presets.json')>('kniffel/presets');
