/** The first lines of a kuberc of the newest version. */
export const BETA = 'apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n';
/** The first lines of a kuberc of the older version. */
const ALPHA = 'apiVersion: kubectl.config.k8s.io/v1alpha1\nkind: Preference\n';

const OPTION = { name: 'image', value: 'busybox' };

/** Texts that kubectl 1.37 accepts without a warning, and their content. */
export const USABLE = [
  {
    label: 'v1beta1',
    text: `${BETA}defaults:\n- command: debug\n  options:\n  - name: image\n    default: busybox\n`,
    preference: { defaults: [{ command: 'debug', options: [OPTION] }] },
  },
  {
    label: 'v1alpha1, which has other words',
    text: `${ALPHA}overrides:\n- command: debug\n  flags: [{name: image, default: busybox}]\n`,
    preference: { defaults: [{ command: 'debug', options: [OPTION] }] },
  },
  {
    label: 'an alias',
    text: `${BETA}aliases:\n- name: dbg\n  command: debug\n  prependArgs: [a]\n  appendArgs:\n  - --\n  - ls\n  options: [{name: image, default: busybox}]\n`,
    preference: {
      aliases: [
        { name: 'dbg', command: 'debug', prependArgs: ['a'], appendArgs: ['--', 'ls'], options: [OPTION] },
      ],
    },
  },
  {
    label: 'a policy with both words for a command',
    text: `${BETA}credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- name: a\n- command: b\n- {name: c, command: c}\n`,
    preference: { credentialPluginPolicy: 'Allowlist', credentialPluginAllowlist: ['a', 'b', 'c'] },
  },
  {
    label: 'nulls',
    text: `${BETA}defaults: null\naliases:\ncredentialPluginAllowlist: ~\n`,
    preference: {},
  },
  {
    label: 'JSON',
    text: '{"apiVersion":"kubectl.config.k8s.io/v1beta1","kind":"Preference","credentialPluginPolicy":"DenyAll"}',
    preference: { credentialPluginPolicy: 'DenyAll' },
  },
  {
    label: 'the second document, where the first is of another kind',
    text: `kind: Config\napiVersion: v1\n--- # ours\n${BETA}`,
    preference: {},
  },
  {
    label: 'the second document, where the first is no YAML',
    text: `a: [\n---\n${BETA}credentialPluginPolicy: DenyAll\n`,
    preference: { credentialPluginPolicy: 'DenyAll' },
  },
  {
    label: 'the first of two',
    text: `---\n\n---\n${BETA}credentialPluginPolicy: DenyAll\n---\n${BETA}`,
    preference: { credentialPluginPolicy: 'DenyAll' },
  },
] as const;

/** Texts that kubectl accepts with a warning. */
export const WARNED_OF = [
  { text: `${BETA}foo: 1\n`, mistakes: ['unknown field "foo"'] },
  { text: `${BETA}Defaults: []\n`, mistakes: ['unknown field "Defaults"'] },
  {
    text: `${BETA}defaults:\n- command: debug\n  flags: []\n`,
    mistakes: ['unknown field "defaults[0].flags"'],
  },
  {
    text: `${ALPHA}defaults: []\ncredentialPluginPolicy: DenyAll\n`,
    mistakes: ['unknown field "defaults"', 'unknown field "credentialPluginPolicy"'],
  },
  { text: `${BETA}kind: Preference\n`, mistakes: ['line 3: the earlier value of this key'] },
];

const optionOf = (value: string): string =>
  `${BETA}defaults:\n- command: debug\n  options:\n  - name: target\n    default: ${value}\n`;

/** Texts that kubectl ignores. */
export const UNUSABLE = [
  '# nothing',
  'a: [',
  'a: *nobody',
  `a: ${'['.repeat(20_000)}`,
  'text',
  '[]',
  'kind: Preference',
  BETA.replace('v1beta1', 'v1'),
  BETA.replace('kubectl.config', 'config'),
  BETA.replace('Preference', 'preference'),
  `${BETA}defaults: {}`,
  `${BETA}defaults: [debug]`,
  `${BETA}aliases: [{name: 1}]`,
  `${BETA}aliases: [{name: a, appendArgs: [1]}]`,
  `${BETA}aliases: [{name: a, appendArgs: b}]`,
  `${BETA}credentialPluginPolicy: []`,
  `${BETA}credentialPluginAllowlist: [aws]`,
  `${BETA}credentialPluginAllowlist: [{name: a, command: b}]`,
  ...['true', 'on', 'Yes', 'n', '5', '1.5', '1_000', '[a]', '{a: b}'].map(optionOf),
];

/** Values that kubectl reads as strings, although they look like something else. */
export const TEXTS_AFTER_ALL = ['"true"', 'on-call', '2025-01-01', '1:30', "'5'", 'yes-or-no'].map(optionOf);

const aliases = (list: string): string => `${BETA}aliases: ${list}\n`;
const policy = (name: string, list?: string): string =>
  `${BETA}credentialPluginPolicy: ${name}\n${list === undefined ? '' : `credentialPluginAllowlist: ${list}\n`}`;

/** Texts that kubectl can read, but refuses in every file. */
export const REFUSED = [
  aliases('[{name: a-b, command: get}]'),
  aliases('[{name: a1, command: get}]'),
  aliases('[{name: ä, command: get}]'),
  aliases('[{command: get}]'),
  aliases('[{name: a, command: get}, {name: a, command: get}]'),
  aliases('[{name: a, command: get, options: [{name: -o, default: wide}]}]'),
  `${BETA}defaults: [{command: get, options: [{name: --output, default: wide}]}]\n`,
  policy('allowlist', '[{command: a}]'),
  policy('denyall'),
  policy('Allowlist'),
  policy('Allowlist', '[]'),
  policy('Allowlist', 'null'),
  policy('Allowlist', '[{}]'),
  policy('Allowlist', '[{command: a}, {name: ""}]'),
  policy('Allowlist', '[{command: ./a}]'),
  policy('Allowlist', '[{command: /usr/bin/}]'),
  policy('Allowlist', '[{command: /usr//bin/a}]'),
  policy('Allowlist', '[{command: /usr/../bin/a}]'),
  policy('AllowAll', '[{command: a}]'),
  policy('DenyAll', '[]'),
  policy('""', '[]'),
];

/** Texts that resemble the refused ones, but that kubectl accepts. */
export const NOT_REFUSED = [
  aliases('[{name: Get, command: get}]'),
  aliases('[{name: get, command: nope}]'),
  policy('AllowAll'),
  policy('DenyAll'),
  policy('""'),
  policy('AllowAll', 'null'),
  policy('Allowlist', '[{command: a}]'),
  policy('Allowlist', '[{command: a/b}]'),
  policy('Allowlist', '[{command: ..}]'),
  policy('Allowlist', '[{command: /}]'),
  policy('Allowlist', '[{command: /usr/bin/a, name: /usr/bin/a}]'),
];
