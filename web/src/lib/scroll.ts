/** Scrolls to what appears outside the visible part of the page. */

import type { Attachment } from 'svelte/attachments';
import { still } from './prefs.svelte';

/** Scrolls no further than needed, and not at all to what is visible already. */
export const scrollIntoSight: Attachment<HTMLElement> = (element) =>
  element.scrollIntoView({ block: 'nearest', behavior: still() ? 'auto' : 'smooth' });
