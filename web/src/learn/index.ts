/** The courses, each loaded when it is begun. */

import type { Course } from './lessons';

const courses: Record<string, () => Promise<{ default: Course }>> = {
  kniffel: () => import('../games/kniffel/guide'),
  tock: () => import('../games/tock/guide'),
  zock: () => import('../games/zock/guide'),
  zocknroll: () => import('../games/zocknroll/guide'),
};

export function taught(game: string): boolean {
  return game in courses;
}

export async function courseOf(game: string): Promise<Course> {
  const load = courses[game];
  if (!load) throw new Error(`no course for ${game}`);
  return (await load()).default;
}
