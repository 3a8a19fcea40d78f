import { COPY, PROFILES, REFUSED, rows, SAME, type Entry } from '../row.ts';
import type { FixtureName } from '../fixtures.ts';

const IMAGE = '--image=busybox';
const eachProfile = (pod: FixtureName, ...flags: readonly string[]): readonly Entry[] =>
  PROFILES.map((profile) => [pod, IMAGE, `--profile=${profile}`, ...flags]);
const KEEPS = ['labels', 'annotations', 'liveness', 'readiness', 'startup', 'init-containers'].map(
  (what) => `--keep-${what}`,
);

/** A copy with one more container. */
export const COPY_ROWS = [
  ...rows(SAME, COPY, [
    ...eachProfile('full'),
    ['single', IMAGE],
    ['sidecar', IMAGE],
    ['sidecar', IMAGE, '--keep-init-containers=false'],
    ['sidecar', IMAGE, '--keep-init-containers=false', '--profile=legacy'],
    ['nonRoot', IMAGE],
    ['nonRoot', IMAGE, '--profile=sysadmin'],
    ['nonRoot', IMAGE, '--profile=baseline'],
    ...eachProfile('full', ...KEEPS),
    ...KEEPS.map((flag): Entry => ['full', IMAGE, flag]),
    ['several', IMAGE, '--profile=restricted'],
    ['volumes', IMAGE, '--profile=netadmin'],
    ['shared', IMAGE],
    ['unshared', IMAGE],
    ['hostNetwork', IMAGE],
    ['privileged', IMAGE],
    ['windows', IMAGE, '--profile=legacy'],
    ['limits', IMAGE],
    ['gated', IMAGE],
    ['debugged', IMAGE],
    ['finished', IMAGE],
    ['debugged', IMAGE, '-c', 'old'],
    ['sidecar', IMAGE, '--keep-liveness', '--keep-readiness', '--keep-startup'],
    ['hostPid', IMAGE, '--share-processes=false'],
    ['hostPid', IMAGE, '--profile=legacy'],
    ['single', IMAGE, '--share-processes'],
    ['single', IMAGE, '--share-processes=false'],
    ['single', IMAGE, '--share-processes', '--profile=legacy'],
    ['shared', IMAGE, '--share-processes=false'],
    ['unshared', IMAGE, '--share-processes'],
    ['bound', IMAGE],
    ['bound', IMAGE, '--same-node'],
    ['full', IMAGE, '--same-node'],
    ['single', IMAGE, '--replace'],
    ['full', IMAGE, '--replace', '--same-node', '--keep-labels'],
    ['single', IMAGE, '-it'],
    ['single', IMAGE, '-c', 'dbg', '-it', '--', 'sh'],
    ['single', IMAGE, '-q'],
    ['single', IMAGE, '--', 'sh', '-c', 'x'],
    ['single', IMAGE, '--arguments-only', '--', 'x'],
    ['several', IMAGE, '-it', '--env=A=1', '--image-pull-policy=Never', '--profile=netadmin', '--same-node'],
  ]),
  ...rows(REFUSED, COPY, [
    ['hostPid', IMAGE],
    ['hostPid', IMAGE, '--share-processes'],
    ['windows', IMAGE, '--profile=netadmin'],
    ['windows', IMAGE, '--profile=baseline', '--share-processes'],
    ['several', IMAGE, '-c', 'Bad_Name'],
    ['several', IMAGE, '--target=app'],
    ['several', IMAGE, '-t'],
    ['several', '--image='],
    ['several', '--image=', '-it'],
    ['several', '-c', 'app'],
    ['several', '-c', 'nobody'],
    ['several', '--image=', '--', 'sh'],
    ['several', '-c', 'nobody', '--', 'sh'],
  ]),
  ...rows(
    REFUSED,
    ['{pod}', IMAGE],
    [
      ['single', '--copy-to={pod}'],
      ['single', '--copy-to={pod}', '--replace'],
      ['single', '--copy-to=Bad_Name'],
      ['single', '--copy-to=', '--replace'],
    ],
  ),
  ...rows(REFUSED, ['{pod}', IMAGE], [[['single', 'single'], '--copy-to={pod2}', '--replace']]),
  ...rows(SAME, ['{pod}', IMAGE], [['single', '--copy-to=']]),
];
