// @vitest-environment node
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const eslint = new ESLint();

async function refused(code: string, filePath: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).flatMap(({ ruleId }) => ruleId ?? []);
}

test.each([
  'export const BOXES = 13;',
  'export const goal = (sum: number) => (sum >= 63 ? 35 : 0);',
  'export const inTeams = (players: number) => players === 4;',
  'export const alone = (players: number) => players > 2;',
  'export const cards = [6, 5, 4];',
])('a number of the rules is refused in a game’s folder: %s', async (code) => {
  expect(await refused(code, 'src/games/kniffel/boxes.ts')).toContain('no-restricted-syntax');
});

test('it is refused in a component as well', async () => {
  const code = '<script lang="ts">\n  const FIELDS = 18;\n</script>\n\n<p>{FIELDS}</p>\n';
  expect(await refused(code, 'src/games/tock/Board.svelte')).toContain('no-restricted-syntax');
});

test('drawing may use any number, and so may code outside the games', async () => {
  const code = 'export const WIDTH = 370;';
  expect(await refused(code, 'src/games/tock/drawing.ts')).toEqual([]);
  expect(await refused(code, 'src/record/values.ts')).toEqual([]);
});
