import { BARE, REFUSED, rows, SAME, type Entry, type Expectation, type Row } from '../row.ts';
import type { FixtureName } from '../fixtures.ts';

const IMAGE = '--image=busybox';
const NONE: readonly FixtureName[] = [];
const TWO: readonly FixtureName[] = ['single', 'single'];
const file = (name: string) => `{folder}/${name}`;
const each = (pods: Entry[0], files: readonly string[], ...flags: readonly string[]): readonly Entry[] =>
  files.map((name) => [pods, '-f', file(name), ...flags]);
const COPY = [IMAGE, '--copy-to={copy}'] as const;

const oursRefuses = (listed: string): Expectation => ({ kind: 'ours-refuses', listed });
const kubectlRefuses = (listed: string): Expectation => ({ kind: 'kubectl-refuses', listed });

const fromStdin = (expects: Expectation, pods: Entry[0], stdins: readonly string[]): readonly Row[] =>
  stdins.flatMap((stdin) =>
    rows(expects, BARE, [[pods, '-f', '-', IMAGE]]).map((row) => ({ ...row, stdin })),
  );

const LIVE = 'a manifest of a pod that is debugged itself';

/** kubectl puts the new container before those that the manifest does not know. */
function comesLast(field: string, value: unknown): unknown {
  if (field !== 'ephemeralContainers' || !Array.isArray(value)) return value;
  const [first, ...others]: readonly unknown[] = value;
  return [...others, first];
}

/** Targets that manifests name. */
export const MANIFEST_ROWS = [
  ...rows(SAME, BARE, [
    ...each('single', ['pod.yaml', 'pod.json', 'pod.txt', 'same-namespace.yaml'], IMAGE),
    ...each('nonRoot', ['full.yaml'], IMAGE),
    ...each(NONE, ['pod.yaml', 'full.yaml', 'same-namespace.yaml'], ...COPY),
    ...each(NONE, ['odd.yaml', 'date.yaml'], ...COPY, '--keep-annotations'),
    ...each(NONE, ['full.yaml'], '--copy-to={copy}', '--set-image=app=x'),
    ...each(NONE, ['full.yaml'], '--copy-to={copy}', '-c', 'app', '--profile=sysadmin', '--', 'sh'),
    ...each('single', ['pod.yaml'], ...COPY, '--replace'),
    ...each(TWO, ['both.yaml', 'both.json', 'folder', 'folder/[^c].*'], IMAGE),
    ...each('single', ['folder/*.yaml', 'folder/?.yaml', 'folder/[a-b].yaml', 'folder*/a.*'], IMAGE),
    ...each(NONE, ['node.yaml'], IMAGE),
    ...each('single', ['pod-and-node.yaml'], IMAGE, '--profile=netadmin'),
    [TWO, '-f', `${file('pod.yaml')},${file('pod2.yaml')}`, IMAGE],
    [TWO, '-f', file('pod.yaml'), `--filename=${file('pod2.yaml')}`, IMAGE],
    ['single', `-f${file('pod.yaml')}`, IMAGE, '-it'],
    ['single', '-f', file('pod.yaml'), IMAGE, '--target=app', '--', 'sh'],
  ]),
  ...rows(REFUSED, BARE, [
    ...each(
      'single',
      [
        'other-namespace.yaml',
        'deployment.yaml',
        'config-map.yaml',
        'nameless.yaml',
        'kindless.yaml',
        'versionless.yaml',
        'version-2.yaml',
        'lower-case-kind.yaml',
        'wrong-type.yaml',
        'broken.yaml',
        'nobody.yaml',
        'nobody/*.yaml',
        'folder/*.yml',
        'texts',
      ],
      IMAGE,
    ),
    ...each(NONE, ['pod.yaml'], IMAGE),
    ...each('single', ['pod.yaml'], IMAGE, '{pod}'),
    ...each('single', ['pod.yaml'], '--image='),
    ...each('single', ['pod.yaml'], IMAGE, '--replace'),
    ...each(NONE, ['node.yaml'], IMAGE, '--same-node'),
    ...each('single', ['wrong-type.yaml', 'quoted-number.yaml'], ...COPY),
    ['single', '-f', '', IMAGE],
    ['single', '-f', '-', '--filename=-', IMAGE],
    ['single', '-f', 'http://127.0.0.1:1/pod.yaml', IMAGE],
  ]),
  ...rows(kubectlRefuses(LIVE), BARE, each('single', ['quoted-number.yaml'], IMAGE)),
  ...rows(
    { kind: 'other-object', listed: LIVE, change: comesLast },
    BARE,
    each('debugged', ['pod.yaml'], IMAGE),
  ),
  ...rows(
    oursRefuses('a manifest of a node that does not exist'),
    BARE,
    each(NONE, ['other-node.yaml'], IMAGE),
  ),
  ...rows(oursRefuses('a copy of a manifest without a name'), BARE, each(NONE, ['nameless.yaml'], ...COPY)),
  ...rows(oursRefuses('`-c` of a debug container that the pod of a manifest has already'), BARE, [
    ['single', '-f', file('pod.yaml'), '-f', file('pod.yaml'), IMAGE, '-c', 'dbg'],
  ]),
  ...rows(
    oursRefuses('a key that a YAML file gives twice'),
    BARE,
    each(NONE, ['duplicate-key.yaml'], ...COPY),
  ),
  ...rows(
    oursRefuses('a manifest that names nothing'),
    BARE,
    each(NONE, ['empty.yaml', 'comment.yaml'], IMAGE),
  ),
  ...rows(
    oursRefuses('a field in a manifest that no pod has'),
    BARE,
    each(NONE, ['unknown-field.yaml'], ...COPY),
  ),
  ...rows({ kind: 'kubectl-crashes', listed: 'a manifest without `spec.securityContext`' }, BARE, [
    ...each('single', ['insecure.yaml'], IMAGE),
    ...each(NONE, ['insecure.yaml'], ...COPY),
  ]),
  ...rows(
    kubectlRefuses('a manifest with a List'),
    BARE,
    each('single', ['list.yaml', 'pod-list.yaml'], IMAGE),
  ),
  ...rows(
    { kind: 'kubectl-half-done', listed: '`--replace` with a manifest of a pod that does not exist' },
    BARE,
    each(NONE, ['pod.yaml'], ...COPY, '--replace'),
  ),
  ...rows(
    { kind: 'kubectl-half-done', listed: 'several pods and one `--copy-to`' },
    BARE,
    each(TWO, ['both.yaml'], ...COPY),
  ),
  ...fromStdin(SAME, 'single', ['pod.yaml', 'pod.json']),
  ...fromStdin(SAME, TWO, ['both.yaml', 'both.json', 'both-in-line.json']),
  ...fromStdin(REFUSED, 'single', ['broken.yaml', 'deployment.yaml']),
  ...fromStdin(oursRefuses('a manifest that names nothing'), NONE, ['empty.yaml']),
];
