/** Bringing into sight what appears above or below what somebody looks at. */

import type { Attachment } from 'svelte/attachments';
import { still } from './prefs.svelte';

/** Scrolls no further than needed, and not at all to what is in sight already. */
export const scrollIntoSight: Attachment<HTMLElement> = (element) =>
  element.scrollIntoView({ block: 'nearest', behavior: still() ? 'auto' : 'smooth' });
