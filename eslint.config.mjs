import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const sources = ['**/*.{ts,tsx,mjs}'];
const tests = ['**/*.test.{ts,tsx}', '**/test/**', '**/testing/**', 'tests/**', 'web/e2e/**'];

/** Allows a folder no other workspace than those named. */
const mayImport = (files, allowed, message) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: allowed.length ? `^@portico/(?!(${allowed.join('|')}))` : '^@portico/', message },
        ],
      },
    ],
  },
});

const services = ['identity', 'teams-permissions', 'api-keys', 'email', 'events'];

const namedAfterWhatItDoes = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    Program(node) {
      const name = context.filename.split(/[/\\]/).pop();
      if (/^(utils?|helpers?|common|misc|types)\./.test(name)) {
        context.report({ node, message: `Name the concept: "${name}" may hold anything.` });
      }
    },
  }),
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'build/',
      'proto/gen/',
      '.portico/',
      '.cache/',
      '**/coverage/',
      'deploy/helm/**/*.tpl',
    ],
  },
  {
    files: sources,
    extends: [tseslint.configs.base],
    plugins: {
      'import-x': importX,
      portico: { rules: { 'named-after-what-it-does': namedAfterWhatItDoes } },
    },
    settings: {
      ...importX.flatConfigs.typescript.settings,
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: 'tsconfig.json' })],
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-debugger': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-param-reassign': 'error',
      'no-unreachable': 'error',
      'no-var': 'error',
      'no-warning-comments': ['error', { terms: ['fixme', 'xxx', 'todo'] }],
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 80 }],
      'max-params': ['error', { max: 3 }],
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'import-x/no-cycle': 'error',
      'import-x/no-default-export': 'error',
      'import-x/no-duplicates': 'error',
      'import-x/no-relative-packages': 'error',
      'import-x/no-self-import': 'error',
      'portico/named-after-what-it-does': 'error',
    },
  },
  mayImport(['platform/**'], ['proto/events/', 'platform/'], 'platform knows none of the services.'),
  mayImport(['gateway/**'], ['proto/', 'platform/'], 'The gateway reaches services through @portico/proto.'),
  mayImport(
    ['gateway/src/testing/**'],
    ['proto/', 'platform/', 'standalone/'],
    'Tests start the services the way the one process does.',
  ),
  ...services.map((name) =>
    mayImport(
      [`services/${name}/**`],
      ['proto/', 'platform/', `${name}/`],
      'Services reach one another through @portico/proto.',
    ),
  ),
  mayImport(['web/**'], ['sdk'], 'The web is a client: it uses the kit.'),
  mayImport(['web/server/**'], ['platform/'], 'The server of the pages uses the platform only.'),
  mayImport(['sdk/**'], [], 'The kit is published on its own.'),
  {
    files: ['sdk/src/**/*.{ts,tsx}', 'web/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
  },
  { files: ['**/*.config.{ts,mjs}'], rules: { 'import-x/no-default-export': 'off' } },
  {
    files: ['scripts/**', 'standalone/src/**', 'infra/**', 'tests/**', '.ci/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: tests,
    rules: {
      // A test may put a service together with its real neighbours.
      'no-restricted-imports': 'off',
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  // Tables: long, but with nothing to follow.
  {
    files: [
      '**/routes.ts',
      '**/*.routes.ts',
      '**/migrations/**',
      '**/i18n/**',
      'platform/src/known-errors.ts',
    ],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
);
