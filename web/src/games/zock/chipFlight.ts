/** Chips fly from one player to the other. */

import { cubicInOut } from 'svelte/easing';
import { crossfade } from 'svelte/transition';
import { CHIP_FLIGHT } from './drawing';
import { still } from '../../lib/prefs.svelte';

export const [send, receive] = crossfade({
  duration: () => (still() ? 0 : CHIP_FLIGHT),
  easing: cubicInOut,
});
