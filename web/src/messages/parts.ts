/** Which texts are loaded together: those of a part of the page, or those of a game. */

/** What every page needs before it can say anything. */
export const FIRST = 'page';

/** The areas that only some pages need, each with the part that has it. */
const LATER: Readonly<Record<string, string>> = {
  admin: 'admin',
  device: 'device',
  fairness: 'record',
  home: 'home',
  learn: 'rules',
  newTable: 'newTable',
  notices: 'notices',
  profile: 'profile',
  puzzle: 'puzzle',
  record: 'record',
  report: 'report',
  rules: 'rules',
};
/** What people read who learn the game. */
const LEARNING = ['guide', 'introduction'];

/** The part that an area belongs to: `GAME/board` is loaded with `GAME`, lessons with `GAME/learn`. */
export function partOf(area: string): string {
  const [name = '', game] = area.split('/').reverse();
  if (game === undefined) return LATER[name] ?? FIRST;
  // Games are named and described on every page.
  if (name === 'about') return FIRST;
  return LEARNING.includes(name) ? `${game}/learn` : game;
}
