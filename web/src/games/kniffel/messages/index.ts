/** The texts of this game by area. */

import { area } from '../../../lib/messages.svelte';

export const board = area<typeof import('./en/board.json')>('kniffel/board');
export const guide = area<typeof import('./en/guide.json')>('kniffel/guide');
export const introduction = area<typeof import('./en/introduction.json')>('kniffel/introduction');
export const moves = area<typeof import('./en/moves.json')>('kniffel/moves');
