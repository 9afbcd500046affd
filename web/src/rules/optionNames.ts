/** Rule books write options and their values by the ids that programs take; readers of the page see names. */

import { locale } from '../lib/messages.svelte';
import { options as t } from '../messages';

const CODE = /`([^`]+)`/g;
/** Ids and moves alone in parentheses: what they stand for is said right before. */
const ASIDE = / \(`[^`]+`(?:, `[^`]+`)*\)/g;

/** The names of the options of a game and of their values, by id. */
function namesById(game: string): Map<string, string> {
  const area = `${game}/options`;
  const keys = locale.keys(area).filter((key) => !key.includes('.'));
  return new Map(keys.map((key) => [key.split('=').at(-1) ?? key, locale.find(area, key) ?? key]));
}

/** The Markdown of a clause with its options by their names, and without the notation that programs take. */
export function withOptionNames(game: string, markdown: string): string {
  const names = namesById(game);
  const quoted = (code: string, id: string): string => {
    const name = names.get(id);
    return name === undefined ? code : t('option-name', { name });
  };
  return markdown.replace(ASIDE, '').replace(CODE, quoted);
}
