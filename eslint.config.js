import tseslint from 'typescript-eslint';

/** What each room may import of the others; a stage may `import type` what the stage before hands it. */
const ROOMS = {
  errors: [],
  io: [],
  system: [],
  pod: ['errors'],
  flags: ['errors'],
  cluster: ['errors', 'io', 'system', 'pod'],
  output: ['errors', 'io', 'pod', 'cluster'],
  target: ['errors', 'io', 'pod', 'cluster'],
  plan: ['errors', 'pod'],
  start: ['errors', 'io', 'pod', 'cluster'],
  session: ['errors', 'io', 'system', 'pod', 'cluster'],
  audit: ['errors', 'io', 'system', 'pod', 'cluster', 'output', 'target', 'plan', 'start', 'session'],
  join: ['errors', 'io', 'system', 'pod', 'cluster', 'output', 'plan', 'start', 'session', 'commands'],
  commands: [
    'errors',
    'io',
    'system',
    'pod',
    'cluster',
    'output',
    'target',
    'plan',
    'start',
    'session',
    'audit',
    'join',
    'flags',
    'kuberc',
  ],
  kuberc: ['errors', 'io', 'flags', 'cluster', 'output', 'target'],
  docs: ['errors', 'flags', 'commands'],
  playground: ['errors', 'io', 'pod', 'flags'],
};
/** The stage whose types a stage may import. */
const HANDS_OVER = { plan: 'target', start: 'plan', session: 'start' };
/** Where each library is at home. */
const LIBRARIES = {
  '@kubernetes/client-node': ['cluster'],
  'openid-client': ['cluster'],
  socks: ['cluster'],
  ws: ['cluster', 'session', 'playground'],
  yaml: ['cluster', 'kuberc', 'output', 'target'],
  chalk: ['output'],
  diff: ['audit'],
  ora: ['output'],
  commander: ['commands'],
  '@lydell/node-pty': ['playground'],
  selfsigned: ['playground'],
};

function importRules(room, allowed) {
  const forbiddenRooms = Object.keys(ROOMS).filter(
    (other) => other !== room && !allowed.includes(other) && other !== HANDS_OVER[room],
  );
  const patterns = [
    {
      regex: `^\\.\\./(?:\\.\\./)*(?:${forbiddenRooms.join('|')})(?:/|\\.ts$)`,
      message: `${room}/ may not import this room: see docs/architecture.md`,
    },
    {
      regex: '^\\.\\./(?:\\.\\./)*(?:main|program)\\.ts$',
      message: 'imports point from the program down, never back up',
    },
    ...(HANDS_OVER[room] === undefined
      ? []
      : [
          {
            regex: `^\\.\\./${HANDS_OVER[room]}/`,
            message: 'a stage imports only the types of the stage before it',
            allowTypeImports: true,
          },
        ]),
    ...Object.entries(LIBRARIES)
      .filter(([, homes]) => !homes.includes(room))
      .map(([library, homes]) => ({
        regex: `^${library}(?:/|$)`,
        message: `${library} is at home in ${homes.join(', ')}`,
      })),
    ...(room === 'plan' || room === 'pod' ? [{ regex: '^node:', message: `${room}/ is pure` }] : []),
  ];
  return {
    files: [`src/${room}/**/*.ts`, `src/${room}.ts`],
    ignores: ['**/*.test.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  };
}

export default tseslint.config(
  { ignores: ['dist/', 'build/', 'coverage/', 'node_modules/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      complexity: ['error', 10],
      'max-lines': ['error', { max: 250, skipComments: true, skipBlankLines: true }],
      'max-lines-per-function': ['error', { max: 50, skipComments: true, skipBlankLines: true }],
      'max-params': ['error', 3],
      'no-restricted-syntax': [
        'error',
        { selector: 'ImportExpression[source.value=/^\\./][source.value=/index/]', message: 'no barrels' },
      ],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/prefer-readonly': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/main.ts', 'src/docs/main.ts', 'src/playground/**', '**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'only main.ts touches process; take it from Io' },
        { name: 'console', message: 'write to the streams of Io' },
      ],
    },
  },
  ...Object.entries(ROOMS).map(([room, allowed]) => importRules(room, allowed)),
  {
    files: ['**/*.test.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'max-params': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'Buffer',
          'URL',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'performance',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: { 'no-undef': 'error', 'no-unused-vars': 'error', 'prefer-const': 'error', eqeqeq: 'error' },
  },
  {
    files: ['test/browser/*.js'],
    languageOptions: {
      globals: { document: 'readonly', getComputedStyle: 'readonly', SVGElement: 'readonly' },
    },
  },
  { files: ['bin/**/*.js'], languageOptions: { sourceType: 'commonjs' } },
);
