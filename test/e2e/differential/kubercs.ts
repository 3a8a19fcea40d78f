const kuberc = (body: string, version = 'v1beta1') =>
  `apiVersion: kubectl.config.k8s.io/${version}\nkind: Preference\n${body}`;

const defaults = (...options: readonly (readonly [name: string, value: string])[]) =>
  kuberc(
    `defaults:\n- command: debug\n  options:\n${options.map(([name, value]) => `  - name: ${name}\n    default: ${JSON.stringify(value)}\n`).join('')}`,
  );

const alias = (rest: Readonly<Record<string, unknown>>, more = '') =>
  kuberc(`aliases: ${JSON.stringify([{ name: 'dbgnet', command: 'debug', ...rest }])}\n${more}`);

const IMAGE = { name: 'image', default: 'busybox' };

/** Preferences for `--kuberc`. */
export const KUBERCS: Readonly<Record<string, string>> = {
  'image.kuberc': defaults(['image', 'busybox']),
  'many.kuberc': defaults(
    ['image', 'busybox'],
    ['profile', 'netadmin'],
    ['target', 'app'],
    ['container', 'dbg'],
    ['stdin', 'true'],
    ['tty', 'true'],
    ['env', 'A=1'],
    ['image_pull_policy', 'Never'],
  ),
  'detached.kuberc': defaults(['image', 'busybox'], ['attach', 'false'], ['stdin', 'true']),
  'copy.kuberc': defaults(['share-processes', 'false'], ['keep-labels', 'true'], ['image', 'busybox']),
  'custom.kuberc': defaults(['image', 'busybox'], ['custom', '{folder}/env.json']),
  'set-image.kuberc': defaults(['set-image', 'app=x:2']),
  'twice.kuberc': kuberc(
    ['busybox', 'busybox:2']
      .map((image) => `- {command: debug, options: [{name: image, default: "${image}"}]}\n`)
      .join('')
      .replace(/^/, 'defaults:\n'),
  ),
  'words.kuberc': kuberc('defaults:\n- {command: "debug web", options: [{name: image, default: busybox}]}\n'),
  'alpha.kuberc': kuberc(
    'overrides:\n- {command: debug, flags: [{name: image, default: busybox}]}\n',
    'v1alpha1',
  ),
  'second.kuberc': `a: [\n---\n${defaults(['image', 'busybox'])}`,
  'namespace.kuberc': defaults(['image', 'busybox'], ['namespace', 'kube-system']),
  'elsewhere.kuberc': kuberc('defaults: [{command: attach, options: [{name: nope, default: x}]}]\n'),
  'no-such-flag.kuberc': defaults(['image', 'busybox'], ['nope', 'x']),
  'dashes.kuberc': defaults(['--image', 'busybox']),
  'letter.kuberc': defaults(['image', 'busybox'], ['i', 'true']),
  'bad-value.kuberc': defaults(['image', 'busybox'], ['tty', 'maybe']),
  'bad-kind.kuberc': 'apiVersion: v1\nkind: Config\n',
  'bad-yaml.kuberc': 'a: [',
  'unquoted.kuberc': kuberc('defaults: [{command: debug, options: [{name: stdin, default: true}]}]\n'),
  'alias.kuberc': alias({ options: [IMAGE, { name: 'profile', default: 'netadmin' }] }),
  'alias-command.kuberc': alias({ options: [IMAGE], appendArgs: ['--', 'sleep', '5'] }),
  'alias-flags.kuberc': alias({ options: [IMAGE], prependArgs: ['-c', 'dbg'], appendArgs: ['--env=B=2'] }),
  'alias-name.kuberc': alias({ options: [IMAGE], prependArgs: ['{pod}'] }),
  'alias-defaults.kuberc': alias(
    { options: [IMAGE] },
    'defaults: [{command: debug, options: [{name: profile, default: sysadmin}]}]\n',
  ),
  'alias-overridden.kuberc': alias(
    { options: [IMAGE] },
    'defaults: [{command: dbgnet, options: [{name: profile, default: sysadmin}]}]\n',
  ),
  'alias-flag.kuberc': alias({ options: [IMAGE, { name: 'nope', default: 'x' }] }),
  'alias-of-nothing.kuberc': alias({ command: 'nope' }),
  'alias-digits.kuberc': kuberc('aliases: [{name: d1, command: debug}]\n'),
};
