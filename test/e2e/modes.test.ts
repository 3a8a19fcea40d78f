import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Pod } from '../../src/pod/types.ts';
import { DEBUG_IMAGE, REGISTRY, slowImage, UNREACHABLE_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, APP_COMMAND_LINE, createNamespace, type Namespace } from './fixture.ts';
import { kubectl, runKubectl } from './kubectl.ts';
import { endPrograms, runProgram, startProgram } from './program.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

let namespace: Namespace;
let node: string;
beforeAll(async () => {
  namespace = await createNamespace('modes');
  await namespace.create([aPod('app'), aPod('other'), aPod('doomed')]);
  node = (await namespace.read('app')).spec.nodeName ?? '';
});
afterEach(() => {
  closeTerminals();
  endPrograms();
});
afterAll(() => namespace.remove());

const IMAGE = `--image=${DEBUG_IMAGE}`;
const shell = (script: string): readonly string[] => ['--', 'sh', '-c', script];
const debug = (...args: readonly string[]): readonly string[] => ['-n', namespace.name, ...args];
const exists = async (pod: string): Promise<boolean> =>
  (await runKubectl(['get', 'pod', pod, '-n', namespace.name])).exitCode === 0;
const untilGone = async (pod: string): Promise<void> => {
  await eventually(`the end of pod ${pod}`, async () => !(await exists(pod)) || undefined);
};
/** Its app runs on after the session, so that it is spoken of, also with -q. */
const stays = (copy: string): string =>
  `Warning: pod ${namespace.name}/${copy} stays; to remove it: kubectl delete pod ${copy} -n ${namespace.name}\n`;
const TICK = 'while :; do echo tick; sleep 0.2; done';

describe('a copy', () => {
  it('prints what the command in it prints, and returns its exit code', async () => {
    const args = debug('app', IMAGE, '--copy-to=command', '-q', ...shell('echo $HOSTNAME; exit 7'));
    const { stdout, stderr, exitCode } = await runProgram(args);
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: 'command\n',
      stderr: stays('command'),
      exitCode: 7,
    });
  });

  it('opens a shell that sees the processes of the original program', async () => {
    const terminal = await openTerminal();
    const before = terminal.modes();
    await terminal.start(debug('app', IMAGE, '--copy-to=shell', '-it'));
    await terminal.waitFor('# ');
    terminal.type("for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline; echo; done\r");
    await terminal.waitFor(APP_COMMAND_LINE);
    terminal.type('exit 3\r');
    expect(await terminal.exitCode()).toBe(3);
    expect(terminal.modes()).toBe(before);
  });

  it('hands a pipe to a command and returns all of its answer', async () => {
    const input = 'one\ntwo';
    const result = await runProgram(debug('app', IMAGE, '--copy-to=pipe', '-i', '-q', '--', 'cat'), {
      input,
    });
    expect(result).toMatchObject({ stdout: input, stderr: stays('pipe'), exitCode: 0 });
  });

  it('shows the output of the container that was changed', async () => {
    const args = debug(
      'app',
      '--copy-to=changed',
      '-c',
      'app',
      IMAGE,
      '-q',
      ...shell('echo changed; exit 4'),
    );
    expect(await runProgram(args)).toMatchObject({
      stdout: 'changed\n',
      stderr: stays('changed'),
      exitCode: 4,
    });
    expect((await namespace.read('changed')).spec.containers).toHaveLength(1);
  });

  it('with other images only is created, and nothing is waited for', async () => {
    const args = debug('app', '--copy-to=images', `--set-image=*=${UNREACHABLE_IMAGE}`);
    expect(await runProgram(args)).toMatchObject({ stdout: '', stderr: '', exitCode: 0 });
    expect((await namespace.read('images')).spec.containers).toMatchObject([{ image: UNREACHABLE_IMAGE }]);
  });

  it('takes the place of the original on its node', async () => {
    const { nodeName } = (await namespace.read('doomed')).spec;
    const args = debug('doomed', IMAGE, '--copy-to=heir', '--replace', '--same-node', '-q', '--', 'true');
    expect(await runProgram(args)).toMatchObject({ stderr: '', exitCode: 0 });
    await untilGone('doomed');
    expect((await namespace.read('heir')).spec.nodeName).toBe(nodeName);
  });
});

describe('a pod on a node', () => {
  it('sees the files and the processes of the node, and returns the exit code of its command', async () => {
    const script = 'ls -d /host/etc; grep -c . /proc/1/comm; exit 5';
    const { stdout, stderr, exitCode } = await runProgram(debug(`node/${node}`, IMAGE, ...shell(script)));
    expect({ stdout, exitCode }).toEqual({ stdout: '/host/etc\n1\n', exitCode: 5 });
    const said = /^Creating debugging pod (node-debugger-\S+) with container debugger on node (\S+)\.$/m;
    const [, name = '', on] = said.exec(stderr) ?? [];
    expect(on).toBe(node);
    expect(await exists(name)).toBe(true);
  });

  it('opens a shell, and is deleted when that ends', async () => {
    const terminal = await openTerminal();
    await terminal.start(debug(`no/${node}`, IMAGE, '-it', '--rm'));
    const [, name = ''] = await terminal.waitFor(/ · pod \S+\/(node-debugger-\S+) · /);
    await terminal.waitFor('# ');
    terminal.type('test -d /host/proc && echo host"-"seen\r');
    await terminal.waitFor('host-seen');
    terminal.type('exit 2\r');
    expect(await terminal.exitCode()).toBe(2);
    await untilGone(name);
  });
});

describe('--rm', () => {
  it('deletes the copy when its command has ended', async () => {
    const args = debug('app', IMAGE, '--copy-to=passing', '--rm', '-c', 'dbg', ...shell('echo out; exit 6'));
    expect(await runProgram(args)).toMatchObject({
      stdout: 'out\n',
      // Its pods have no grace period.
      stderr: `deleted pod ${namespace.name}/passing\n`,
      exitCode: 6,
    });
    await untilGone('passing');
    expect(await exists('app')).toBe(true);
  });

  it.each([
    { signal: 'SIGINT', exitCode: 130 },
    { signal: 'SIGTERM', exitCode: 143 },
    { signal: 'SIGHUP', exitCode: 129 },
  ] as const)('deletes the copy after $signal', async ({ signal, exitCode }) => {
    const name = signal.toLowerCase();
    const program = startProgram(debug('app', IMAGE, `--copy-to=${name}`, '--rm', ...shell(TICK)));
    await program.waitFor('stdout', /tick/);
    program.kill(signal);
    expect((await program.ended).exitCode).toBe(exitCode);
    await untilGone(name);
  });

  it('keeps the copy that was left by the detach keys, which can be gone back into', async () => {
    const terminal = await openTerminal();
    await terminal.start(debug('app', IMAGE, '--copy-to=left', '-c', 'dbg', '-it', '--rm'));
    await terminal.waitFor('# ');
    terminal.type('\u0010\u0011');
    await terminal.waitFor(`pod ${namespace.name}/left stays, as its session goes on`);
    expect(await terminal.exitCode()).toBe(0);
    await terminal.start(['attach', 'left', '-n', namespace.name, '-c', 'dbg']);
    terminal.type('exit 4\r');
    expect(await terminal.exitCode()).toBe(4);
  });

  it('is there again at once, as the earlier pod of that name is waited for', async () => {
    const args = debug('app', IMAGE, '--copy-to=again', '--rm', '-q', ...shell('echo $HOSTNAME'));
    for (let time = 1; time <= 2; time += 1)
      expect(await runProgram(args)).toEqual(
        expect.objectContaining({ stdout: 'again\n', stderr: '', exitCode: 0 }),
      );
    await untilGone('again');
  });

  it.skipIf(REGISTRY === undefined)(
    'deletes the node pod after SIGTERM, even before its container has started',
    async () => {
      const image = slowImage();
      const program = startProgram(debug(`node/${node}`, `--image=${image}`, '--rm', '--', 'true'));
      const created = await eventually('the node pod', async () => {
        const list = JSON.parse(await kubectl(['get', 'pods', '-n', namespace.name, '-o', 'json'])) as {
          readonly items: readonly Pod[];
        };
        return list.items.find(({ spec }) => spec.containers[0]?.image === image);
      });
      program.kill('SIGTERM');
      expect((await program.ended).exitCode).toBe(143);
      await untilGone(created.metadata.name ?? '');
    },
  );
});

describe('a job that is done', () => {
  it('can be copied', async () => {
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'done' },
      spec: {
        template: {
          spec: {
            restartPolicy: 'Never',
            containers: [{ name: 'app', image: DEBUG_IMAGE, command: ['true'] }],
          },
        },
      },
    };
    await kubectl(['apply', '-n', namespace.name, '-f', '-'], JSON.stringify(job));
    await kubectl(['wait', '-n', namespace.name, '--for=condition=complete', 'job/done', '--timeout=4m']);
    const refused = await runProgram(debug('job/done', IMAGE, '--', 'true'));
    expect(refused.stderr).toMatch(
      /cannot debug \S+\/done-\w+: it has finished .* \[pod-finished\]\nhint: .*--copy-to=/,
    );
    const args = debug('job/done', IMAGE, '--copy-to=of-job', '--rm', '-q', ...shell('echo $HOSTNAME'));
    expect(await runProgram(args)).toMatchObject({ stdout: 'of-job\n', exitCode: 0 });
  });
});

describe('a node that is not heard of', () => {
  const name = 'ghost-node';
  const NODE = { apiVersion: 'v1', kind: 'Node', metadata: { name } };
  afterAll(async () => {
    await kubectl(['delete', 'node', name]);
  });

  it('is refused at once, and nothing is created', async () => {
    await kubectl(['create', '-f', '-'], JSON.stringify(NODE));
    const lastTransitionTime = new Date(Date.now() - 720_000).toISOString().replace(/\.\d+/, '');
    const status = { conditions: [{ type: 'Ready', status: 'Unknown', lastTransitionTime }] };
    const patch = ['--subresource=status', '--type=merge', '-p', JSON.stringify({ status })];
    await kubectl(['patch', 'node', name, ...patch]);
    const { stderr, exitCode } = await runProgram(debug(`node/${name}`, IMAGE, '--rm', '--', 'true'));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/: its kubelet has not reported for 1\dm, .* \[node-not-ready\]\nhint: /);
    const pods = await kubectl(['get', 'pods', '-n', namespace.name, '-o', 'name']);
    expect(pods).not.toContain(name);
  });
});

describe('-f', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-modes-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('debugs the pod whose manifest kubectl has printed', async () => {
    const file = path.join(folder, 'app.yaml');
    await writeFile(file, await kubectl(['get', 'pod', 'app', '-n', namespace.name, '-o', 'yaml']));
    const args = debug('-f', file, IMAGE, '-q', ...shell('echo found; exit 8'));
    expect(await runProgram(args)).toMatchObject({ stdout: 'found\n', stderr: '', exitCode: 8 });
  });

  it('debugs the pods whose manifests come by a pipe, one after the other', async () => {
    const input = await kubectl(['get', 'pods', 'app', 'other', '-n', namespace.name, '-o', 'yaml']);
    const args = debug('-f', '-', IMAGE, '-q', ...shell('echo on $HOSTNAME'));
    const result = await runProgram(args, { input });
    expect(result).toMatchObject({ stdout: 'on app\non other\n', stderr: '', exitCode: 0 });
  });

  it('copies a pod that exists in its manifest only', async () => {
    const file = path.join(folder, 'nobody.json');
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'Pod', ...aPod('nobody') }));
    const args = debug('-f', file, IMAGE, '--copy-to=somebody', '-q', ...shell('exit 9'));
    expect(await runProgram(args)).toMatchObject({ stderr: stays('somebody'), exitCode: 9 });
    expect(await exists('nobody')).toBe(false);
  });
});
