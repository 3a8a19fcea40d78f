import type { FixtureName } from '../fixtures.ts';
import { COPY, EPHEMERAL, NODE, REFUSED, rows, SAME, type Entry, type Expectation } from '../row.ts';

const custom = (file: string) => `--custom={folder}/${file}`;
const each = (
  pod: FixtureName | readonly [],
  files: readonly string[],
  ...flags: readonly string[]
): readonly Entry[] => files.map((file) => [pod, custom(file), ...flags]);

/** What a container of any mode takes. */
const TAKEN = [
  'env.json',
  'env.yaml',
  'env-scalars.yaml',
  'env-dates.yaml',
  'env-empty.json',
  'env-from.json',
  'env-sources.yaml',
  'user.json',
  'letter-case.json',
  'unprivileged.json',
  'add.json',
  'drop.json',
  'security-null.json',
  'nulls.json',
  'non-root.json',
  'linux.json',
  'stdin-false.json',
  'stdin-true.json',
  'policies.json',
  'args.json',
  'empties.json',
  'empty.json',
  'object-empty.json',
  'null.json',
];
/** What only a container of a pod takes. */
const NOT_EPHEMERAL = ['mounts-sub-path.yaml', 'resources.json', 'ports.json', 'probes.json'];
const REFUSED_FILES = [
  'env-nameless.json',
  'env-object.json',
  'mounts-pathless.json',
  'user-quoted.json',
  'user-quoted.yaml',
  'user-fraction.json',
  'security-list.json',
  'stdin-quoted.json',
  'args-text.json',
  'name.json',
  'image.json',
  'image-capitals.json',
  'command.json',
  'lifecycle.json',
  'devices.json',
  'list.json',
  'number.json',
  'text.yaml',
  'broken.yaml',
  'alias.yaml',
  'circle.yaml',
  'bomb.yaml',
];
const MERGED = [
  'env.json',
  'env.yaml',
  'drop.json',
  'add.json',
  'security-null.json',
  'probes.json',
  'resources.json',
  'stdin-true.json',
  'args.json',
];
const UNKNOWN_KEY = {
  kind: 'ours-refuses',
  listed: 'a key in a `--custom` file that no container has',
} as const;

const MORE_DOCUMENTS = {
  kind: 'ours-refuses',
  listed: 'a `--custom` file with more than one document, or text behind it',
} as const;

const LEFT_OVER = 'a list of a container in a copy that a `--custom` file adds to';
/** What kubectl leaves of the item that stood in this place before. */
const IS_READ_ONLY: Expectation = {
  kind: 'other-object',
  listed: LEFT_OVER,
  change: (_, value) => (isMountOfE(value) ? { name: 'e', mountPath: '/e' } : value),
};
const HAS_NAME: Expectation = {
  kind: 'other-object',
  listed: LEFT_OVER,
  change: (_, value) => (isPort90(value) ? { containerPort: 90, protocol: 'TCP' } : value),
};

function isMountOfE(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'mountPath' in value && value.mountPath === '/e';
}

function isPort90(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'containerPort' in value && value.containerPort === 90
  );
}

/** Partial containers that go over what the profile made. */
export const CUSTOM_ROWS = [
  ...rows(SAME, EPHEMERAL, [
    ...each('volumes', TAKEN),
    ...each('volumes', [
      'mounts.yaml',
      'mounts-same-path.yaml',
      'args-scalars.json',
      'env-number.json',
      'separators.yaml',
    ]),
    ...each('volumes', ['env.json', 'env-empty.json'], '--env=A=typed', '-c', 'dbg', '-it'),
    ...each('volumes', ['stdin-false.json'], '-it'),
    ...each('nonRoot', ['user.json', 'add.json']),
    ...each('nonRoot', ['user.json', 'add.json'], '--profile=restricted'),
    ...each('nonRoot', ['user.json'], '--profile=sysadmin'),
    ...each('nonRoot', ['unprivileged.json'], '--profile=sysadmin'),
    ...each('nonRoot', ['non-root.json', 'drop.json'], '--profile=restricted'),
    ['single', '--custom='],
  ]),
  ...rows(SAME, COPY, [
    ...each('volumes', MERGED, '--image=busybox', '--env=A=typed'),
    ...each('volumes', ['mounts.yaml', 'ports.json'], '--image=busybox', '--env=A=typed'),
    ...each('volumes', MERGED, '-c', 'app', '-it', '--', 'sh'),
    ...each('volumes', ['user.json'], '--set-image=app=x'),
    ...each('nonRoot', ['user.json', 'unprivileged.json'], '--image=busybox', '--profile=sysadmin'),
  ]),
  ...rows(SAME, NODE, [
    ...each(
      [],
      ['env.json', 'user.json', 'add.json', 'resources.json', 'ports.json', 'policies.json'],
      '-it',
    ),
    ...each([], ['unprivileged.json'], '--profile=sysadmin'),
  ]),
  ...rows(IS_READ_ONLY, COPY, each('volumes', ['mounts.yaml'], '-c', 'app', '--', 'sh')),
  ...rows(HAS_NAME, COPY, each('volumes', ['ports.json'], '-c', 'app', '--', 'sh')),
  ...rows(REFUSED, EPHEMERAL, [
    ...each('volumes', [...REFUSED_FILES, ...NOT_EPHEMERAL]),
    ...each('volumes', ['env-from.json'], '--env=A=typed'),
    ...each('windows', ['user.json', 'add.json', 'linux.json'], '--profile=baseline'),
    ['single', '--custom=/nobody/here'],
    ['single', '--custom=-'],
    ['single', '--custom={folder}'],
  ]),
  ...rows(REFUSED, COPY, [
    ...each('sidecar', ['user.json'], '-c', 'setup', '--', 'sh'),
    ...each('volumes', ['name.json'], '--set-image=app=x'),
    ...each('volumes', ['image.json'], '--image=busybox'),
  ]),
  ...rows(REFUSED, NODE, each([], ['command.json', 'mounts.yaml'])),
  ...rows(
    MORE_DOCUMENTS,
    EPHEMERAL,
    each('volumes', ['two-documents.yaml', 'two-documents.json', 'second-document.yaml', 'trailing.json']),
  ),
  ...rows(UNKNOWN_KEY, EPHEMERAL, each('single', ['unknown-key.json', 'unknown-inner-key.yaml'])),
];
