/** The texts of this game by area. */

import { area } from '../../../lib/messages.svelte';

export const board = area<typeof import('./en/board.json')>('zock/board');
export const guide = area<typeof import('./en/guide.json')>('zock/guide');
export const introduction = area<typeof import('./en/introduction.json')>('zock/introduction');
export const moves = area<typeof import('./en/moves.json')>('zock/moves');
