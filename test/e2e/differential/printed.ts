import { execFile } from 'node:child_process';
import { KUBECONFIG, KUBECTL } from '../environment.ts';
import { runKubectl, type Result } from '../kubectl.ts';
import { runProgram } from '../program.ts';
import { COPY, EPHEMERAL, NODE, rows, SAME } from './row.ts';

/** Gives a shell the line that `--show-kubectl` prints, but for `--attach`: no container of these pods ever starts. */
export async function runShownLine(args: readonly string[]): Promise<Result> {
  const shown = await runProgram(['--show-kubectl', ...args]);
  const script = `kubectl() { "$KUBECTL" "$@"; }\n${shown.stdout.replace(/ --attach(?= )/, '')}`;
  return new Promise((resolve) => {
    const env = { ...process.env, KUBECONFIG, KUBECTL };
    const child = execFile('sh', ['-c', script], { env }, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode, stdout, stderr: shown.stderr + stderr }),
    );
  });
}

/** Has kubectl create what a dry run prints. */
export async function createPrinted(args: readonly string[]): Promise<Result> {
  const printed = await runProgram(['--dry-run=client', '-o', 'yaml', ...args]);
  const created = await runKubectl(['create', '-f', '-'], printed.stdout);
  return { ...created, stderr: printed.stderr + created.stderr };
}

/** What the line of `--show-kubectl` has to say for the same object. */
export const SHOWN_ROWS = [
  ...rows(SAME, EPHEMERAL, [
    [
      'single',
      '-c',
      'dbg',
      '-it',
      '--attach=false',
      '--profile=netadmin',
      '--',
      'sh',
      '-c',
      `echo "it's" $HOME`,
    ],
    ['single', '--env="A=say ""x"", twice=1"', '--image-pull-policy=Never', '--target=app'],
    ['nonRoot', '--custom={folder}/user.json', '--arguments-only', '-q', '--', '', 'a b'],
  ]),
  ...rows(SAME, COPY, [
    ['full', '--image=busybox', '--keep-labels', '--same-node', '--share-processes=false'],
    ['several', '--set-image=*=x:2,second=y:3', '--set-image=third=z:4'],
  ]),
  ...rows(SAME, NODE, [[[], '--profile=sysadmin', '-c', '{copy}']]),
  ...rows(SAME, ['-f', '{folder}/pod.yaml'], [['single', '--image=busybox']]),
];

/** What a dry run on the client has to print in full. */
export const CREATED_ROWS = [
  ...rows(SAME, COPY, [
    ['full', '--image=busybox', '--keep-labels', '--keep-liveness', '--', 'sh'],
    ['several', '-c', 'app', '--custom={folder}/env.yaml', '-i', '--', 'sh'],
    ['several', '--set-image=*=x:2'],
  ]),
  ...rows(SAME, NODE, [
    [[], '-c', '{copy}', '--env=A=1'],
    [[], '-c', '{copy}', '--profile=restricted'],
  ]),
];
