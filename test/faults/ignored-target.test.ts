import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import type { Hook } from '../../playground/hook.ts';
import { aContainerStatus, terminated } from '../builders/a-pod.ts';
import { finish } from '../drivers/run-command.ts';
import { runPlayground } from '../drivers/run-playground.ts';
import { until } from '../drivers/until.ts';
import { aFaultyCluster, frame, type FaultyOptions, type UpgradeFault } from './a-faulty-cluster.ts';

const CALL = ['web-1', '--image=busybox', '-c', 'dbg', '-q'];
const TARGETED = [...CALL, '--target=app'];
const SUCCESS = { metadata: {}, status: 'Success' };
const EXITED = {
  metadata: {},
  status: 'Failure',
  reason: 'NonZeroExitCode',
  details: { causes: [{ reason: 'ExitCode', message: '3' }] },
};
const WARNING =
  /^Warning: the container runtime ignored --target: process 1 belongs to "dbg" itself, .*\[target-ignored\]\nhint: .*\n$/;
const POD = { namespace: 'default', name: 'web-1' };
/** What the exec prints that looks whose process 1 it is, with cgroup v2. */
const OWN = '0::/\n620 601 254:1 /var/lib/kubelet/pods/5f0c/containers/dbg/1a2b /dev/termination-log rw\n';
const TARGETS =
  '0::/\n620 601 254:1 /var/lib/kubelet/pods/5f0c/containers/app/1a2b /dev/termination-log rw\n';

const record = (text: string): string => `\u001ekubectl-debug ${text}\n`;
const parts = (secret: string, mark: string) =>
  [
    [1, record(`start ${secret}${mark}`)],
    [1, 'out\n'],
    [2, 'err\n'],
    [1, record(`stdout ${secret} 3 ok`)],
    [2, record(`stderr ${secret} 3 ok`)],
  ] as const;

/** An envelope that has these words after the secret in the record of its start. */
const envelopeSaying = (mark: string): UpgradeFault => ({
  kind: 'socket',
  serve: (socket: WebSocket) =>
    socket.on('message', (data: Buffer) => {
      const [, secret] = /^\0(\S+)\n/.exec(data.toString('latin1')) ?? [];
      if (secret !== undefined)
        parts(secret, mark).forEach(([channel, text]) => socket.send(frame(channel, text)));
    }),
});

/** One stream that says these messages and closes. */
const says = (...messages: readonly Buffer[]): UpgradeFault => ({
  kind: 'socket',
  serve: (socket) => {
    messages.forEach((message) => socket.send(message));
    socket.close(1000);
  },
});

const stateTheTarget = async (options: FaultyOptions) => {
  const cluster = await aFaultyCluster(options);
  cluster.playground.setStatus(POD, { phase: 'Running', containerStatuses: [aContainerStatus('app')] });
  return cluster;
};

async function runWith(fault: UpgradeFault, argv: readonly string[]) {
  const { start } = await aFaultyCluster({ upgrade: () => fault });
  return finish(start(argv));
}

describe('a target that the runtime has ignored', () => {
  it.each([
    { label: 'is warned of', argv: TARGETED, mark: ' first', stderr: WARNING },
    { label: 'is not suspected where it is not process 1', argv: TARGETED, mark: '', stderr: /^$/ },
    { label: 'is nothing to warn of where none was asked for', argv: CALL, mark: ' first', stderr: /^$/ },
  ])(
    '$label by the envelope of a command, whose output and exit code stay',
    async ({ argv, mark, stderr }) => {
      const ran = await runWith(envelopeSaying(mark), [...argv, '--', 'work']);
      expect(ran).toMatchObject({ exitCode: 3, stdout: 'out\n' });
      expect(ran.stderr.replace('err\n', '')).toMatch(stderr);
    },
  );

  it.each([
    { label: 'is warned of', argv: TARGETED, header: '42 ok kept\n', stderr: WARNING },
    { label: 'is not suspected', argv: TARGETED, header: '42 ok\n', stderr: /^$/ },
    { label: 'is nothing to warn of without one', argv: CALL, header: '42 ok kept\n', stderr: /^$/ },
  ])('$label by the header of an exec', async ({ argv, header, stderr }) => {
    const exec = says(frame(2, header), frame(1, 'out\n'), frame(3, EXITED));
    const ran = await runWith(exec, [...argv, '--via=exec', '--', 'work']);
    expect(ran).toMatchObject({ exitCode: 3, stdout: 'out\n' });
    expect(ran.stderr).toMatch(stderr);
  });

  it.each([
    { label: 'is warned of', seen: OWN, stderr: WARNING },
    { label: 'is not suspected', seen: TARGETS, stderr: /^$/ },
    { label: 'is not suspected without an answer', seen: undefined, stderr: /^$/ },
  ])('$label by an exec after the start, behind the name on stdout', async ({ seen, stderr }) => {
    const exec =
      seen === undefined
        ? says(frame(3, { ...EXITED, reason: 'InternalError' }))
        : says(frame(1, seen), frame(3, SUCCESS));
    const { start } = await stateTheTarget({ upgrade: () => exec });
    const ran = await finish(start([...TARGETED, '-d', '--wait', '--', 'work']));
    expect(ran).toMatchObject({ exitCode: 0, stdout: 'dbg\n' });
    expect(ran.stderr).toMatch(stderr);
  });

  it('asks nothing of a container that has ended when it is seen', async () => {
    const cluster = await stateTheTarget({
      firstState: terminated(0),
      upgrade: () => says(frame(1, OWN), frame(3, SUCCESS)),
    });
    const ran = await finish(cluster.start([...TARGETED, '-d', '--wait', '--', 'work']));
    expect(ran).toMatchObject({ exitCode: 0, stdout: 'dbg\n' });
    expect(ran.stderr).not.toContain('target-ignored');
    expect(cluster.attaches()).toBe(0);
  });

  it('is warned of by an exec while a command without an envelope runs', async () => {
    const { start, container } = await stateTheTarget({});
    const command = start([...TARGETED, '--envelope=false', '--', 'work']);
    await until(
      () => container.clients() === 2,
      () => `an attach and an exec: ${command.stderrText()}`,
    );
    // The exec and the attach hear the same here.
    container.print(OWN);
    container.endStreams();
    await command.untilStderr(']\nhint: ');
    container.exit(3);
    expect(await command.ended).toBe(3);
    expect(command.stderrText()).toContain('[target-ignored]');
  });
});

/** A log of an envelope in every pod, with these words after the secret in its first record. */
const logSaying =
  (mark: string): Hook =>
  ({ path: asked }) => {
    if (!asked.endsWith('/log')) return undefined;
    return {
      status: 200,
      body: parts('s3cret', mark)
        .map(([, text]) => text)
        .join(''),
    };
  };

describe('an audit', () => {
  it.each([
    { label: 'warns once of a node that has ignored a target', mark: ' first', flags: [], said: 1 },
    { label: 'suspects no shell that is not process 1', mark: '', flags: [], said: 0 },
    { label: 'warns of none where no target was wanted', mark: ' first', flags: ['--target='], said: 0 },
  ])('$label, and changes neither its rows nor its exit code', async ({ mark, flags, said }) => {
    const cluster = await runPlayground(logSaying(mark));
    const state = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-audit-'));
    onTestFinished(async () => {
      await cluster.close();
      await rm(state, { recursive: true, force: true });
    });
    await cluster.makePods('ignored', 3);
    const argv = ['audit', '-l', 'test=ignored', '--yes', '-o', 'jsonl', ...flags, '--', 'true'];
    const ran = await finish(cluster.start(argv, { env: { XDG_STATE_HOME: state } }));
    expect(ran.exitCode).toBe(1);
    expect(ran.stdout.match(/"exitCode":3/g)).toHaveLength(3);
    expect(ran.stdout).not.toMatch(/ignored --target|target-ignored/);
    expect(ran.stderr.match(/\[target-ignored\]/g) ?? []).toHaveLength(said);
  });
});
