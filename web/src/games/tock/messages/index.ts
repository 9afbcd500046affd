/** The texts of this game by area. */

import { area } from '../../../lib/messages.svelte';

export const board = area<typeof import('./en/board.json')>('tock/board');
export const chart = area<typeof import('./en/chart.json')>('tock/chart');
export const guide = area<typeof import('./en/guide.json')>('tock/guide');
export const introduction = area<typeof import('./en/introduction.json')>('tock/introduction');
export const log = area<typeof import('./en/log.json')>('tock/log');
export const moves = area<typeof import('./en/moves.json')>('tock/moves');
export const places = area<typeof import('./en/places.json')>('tock/places');
export const reasons = area<typeof import('./en/reasons.json')>('tock/reasons');
export const standing = area<typeof import('./en/standing.json')>('tock/standing');
