import { BARE, REFUSED, rows, SAME, type Expectation, type Row } from '../row.ts';

const file = (name: string) => `--kuberc={folder}/${name}.kuberc`;
const asAlias = (row: Row): Row => ({ ...row, word: 'dbgnet' });
const POD = ['{pod}'] as const;

/** kubectl takes what stands behind `--` for the flag. */
const BEHIND_DASHES: Expectation = {
  kind: 'other-object',
  listed: 'a default for a flag that also stands in the command behind `--`',
  change: (_, value) =>
    Array.isArray(value) && value[0] === 'SYS_PTRACE' ? ['NET_ADMIN', 'NET_RAW'] : value,
};

/** Preferences of the user: defaults of flags and aliases. */
export const KUBERC_ROWS: readonly Row[] = [
  ...rows(SAME, POD, [
    ['single', file('image')],
    ['single', '--image=busybox:2', file('image')],
    ['single', '--image', 'busybox:2', file('image'), '--', 'ls'],
    ['single', file('many'), '--attach=false'],
    ['single', file('many'), '--attach=false', '--', 'sleep', '1'],
    ['single', file('many'), '--attach=false', '-it'],
    ['single', file('many'), '--attach=false', '--stdin=false', '--tty=false'],
    ['single', file('many'), '--attach=false', '-c', 'mine', '--profile=general', '--target='],
    ['single', file('many'), '--attach=false', '--env=B=2'],
    ['single', file('many'), '--attach=false', '--image-pull-policy=Always'],
    ['single', file('custom'), '--custom={folder}/user.json'],
    ['single', file('twice')],
    ['single', file('detached')],
    ['single', file('words')],
    ['single', file('alpha')],
    ['single', file('second')],
    ['single', file('namespace')],
    ['single', '--image=busybox', file('elsewhere')],
    ['full', '--copy-to={copy}', file('copy')],
    ['full', '--copy-to={copy}', file('copy'), '--share-processes'],
    ['several', '--copy-to={copy}', file('set-image')],
    ['several', '--copy-to={copy}', file('set-image'), '--set-image=second=y:3'],
  ]),
  ...rows(BEHIND_DASHES, POD, [['single', file('many'), '--attach=false', '--', 'tool', '--profile=x']]),
  ...rows(SAME, ['node/{node}'], [[[], file('image')]]),
  ...rows(REFUSED, POD, [
    ['single', file('no-such-flag')],
    ['single', file('dashes')],
    ['single', file('letter')],
    ['single', file('bad-value')],
    ['single', file('set-image')],
    ['single', '--image=busybox', file('bad-kind')],
    ['single', '--image=busybox', file('bad-yaml')],
    ['single', '--image=busybox', file('unquoted')],
    ['single', '--image=busybox', file('alias-digits')],
    ['single', '--image=busybox', '--kuberc={folder}/none'],
    ['single', '--image=busybox', '--kuberc={folder}'],
    ['single', '--image=busybox', '--kuberc='],
  ]),
  ...rows(SAME, POD, [
    ['single', file('alias')],
    ['single', file('alias'), '--profile=restricted'],
    ['single', file('alias'), '--image=busybox:2', '--', 'ls'],
    ['single', file('alias-command')],
    ['single', file('alias-command'), '-c', 'dbg'],
    ['single', file('alias-flags')],
    ['single', file('alias-flags'), '--env=A=1'],
    ['single', file('alias-defaults')],
  ]).map(asAlias),
  ...rows(SAME, BARE, [['single', file('alias-name')]]).map(asAlias),
  ...rows(REFUSED, POD, [
    ['single', file('alias-overridden')],
    ['single', file('alias-flag')],
    ['single', file('alias-of-nothing')],
    ['single', file('image')],
  ]).map(asAlias),
];
