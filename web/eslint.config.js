import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import config from './svelte.config.js';

const RULE_NUMBER =
  'A number of the rules comes from the server: see layout, tally and options. ' +
  'A number of the drawing stands in a drawing.ts.';

export default ts.config(
  { ignores: ['node_modules/', 'src/lib/wire.ts', 'src/lib/limits.ts', 'src/games/*/wire.ts'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig: config },
    },
  },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'svelte/no-at-html-tags': 'error',
    },
  },
  {
    // The page knows no rules: whole numbers above 2 belong to the drawing, and nothing is compared with a 2.
    // The index offers presets and usual numbers of players, which the server checks.
    files: ['src/games/*/**/*.ts', 'src/games/*/**/*.svelte'],
    ignores: ['src/games/*/index.ts', '**/drawing.ts', '**/*Drawing.svelte', '**/Picture.svelte'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':not(Property[key.name="players"]) > Literal[raw=/^([3-9]|[1-9][0-9][0-9_]*)$/]',
          message: RULE_NUMBER,
        },
        {
          selector: 'BinaryExpression[operator=/^[!=<>]/] > Literal[value=2]',
          message: RULE_NUMBER,
        },
      ],
    },
  },
);
