/** The courses, each loaded when it is begun. */

import type { Course } from './course';

const courses: Record<string, () => Promise<{ default: Course }>> = {
  kniffel: () => import('./kniffel'),
  tock: () => import('./tock'),
  zock: () => import('./zock'),
  zocknroll: () => import('./zocknroll'),
};

export function taught(game: string): boolean {
  return game in courses;
}

export async function courseOf(game: string): Promise<Course> {
  const load = courses[game];
  if (!load) throw new Error(`no course for ${game}`);
  return (await load()).default;
}
