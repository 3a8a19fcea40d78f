import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aClient,
  hasEnded,
  isRunning,
  startKubelet,
  allStreams,
  readLog,
  statusOf,
  type TestKubelet,
} from '../../test/playground/start-kubelet.ts';
import { anEphemeralContainer, aPod } from '../../test/builders/a-pod.ts';
import type { Pod } from '../../src/pod/types.ts';
import { canConfine } from '../run/can-confine.ts';

const isConfined = await canConfine(tmpdir());
/** A pod with one container, the demo app. */
const POD = aPod();

let node: TestKubelet;

beforeEach(async () => {
  node = await startKubelet({ confinement: 'namespaces' });
});

function stateOf(pod: Pod, name: string) {
  return statusOf(pod, name)?.state ?? {};
}

function untilRuns(pod: Pod, name: string): Promise<Pod> {
  return node.until(pod, isRunning(name));
}

function untilEnds(pod: Pod, name: string): Promise<Pod> {
  return node.until(pod, hasEnded(name));
}

/** Runs a shell command in an ephemeral container, which joins `app`; resolves with its output and its end. */
async function debug(pod: Pod, script: string, fields: object = { targetContainerName: 'app' }) {
  node.addEphemeral(pod, anEphemeralContainer({ command: ['sh', '-c', `${script} 2>&1`], ...fields }));
  const ended = await untilEnds(pod, 'debugger');
  const output = await readLog(node.kubelet, ended, { container: 'debugger' });
  return { output, end: stateOf(ended, 'debugger').terminated };
}

it(`runs a pod in namespaces, or not at all: this machine ${isConfined ? 'has' : 'refuses'} them`, async () => {
  node.create(aPod({ spec: { restartPolicy: 'Never' } }));
  if (isConfined) await untilRuns(POD, 'app');
  else expect(stateOf(await untilEnds(POD, 'app'), 'app').terminated?.reason).toBe('StartError');
});

describe.runIf(isConfined)('a confined pod', () => {
  it('shows a debug container the target as process 1, under its own command line', async () => {
    node.create(POD);
    await untilRuns(POD, 'app');
    const { output, end } = await debug(
      POD,
      'tr "\\0" " " < /proc/1/cmdline; echo; ls /proc/1/root; hostname; exit 7',
    );
    const [commandLine = '', ...rest] = output.split('\n');
    expect(commandLine.trim()).toBe('/app --port 8080');
    expect(rest).toContain('app');
    expect(rest).not.toContain('bin');
    expect(rest.at(-2)).toBe('web-1');
    expect(end?.exitCode).toBe(7);
  });

  it('shows a container without a target its own processes only', async () => {
    node.create(POD);
    await untilRuns(POD, 'app');
    const { output } = await debug(POD, 'ps -A -o args', {});
    expect(output).toContain('ps -A -o args');
    expect(output).not.toContain('/app');
  });

  it('keeps the files of this machine away, or read-only', async () => {
    node.create(POD);
    await untilRuns(POD, 'app');
    const script = [
      `ls ${node.folder} /home`,
      'touch /usr/typo',
      'echo x > /proc/sys/kernel/hostname',
      'echo own > /data/file && cat /data/file',
    ];
    const { output } = await debug(POD, `{ ${script.join('; ')}; }`);
    expect(output.match(/No such file or directory/g)).toHaveLength(2);
    expect(output.match(/Read-only file system/g)).toHaveLength(2);
    expect(output).toContain('own\n');
  });

  it('can write nothing but its own file systems, its folder and harmless devices', async () => {
    node.create(POD);
    await untilRuns(POD, 'app');
    const listWritable =
      'while read -r _ point _ options _; do case $options in rw*) echo $point ;; esac; done';
    const { output } = await debug(POD, `${listWritable} < /proc/self/mounts`);
    const devices = ['full', 'null', 'pts', 'random', 'tty', 'urandom', 'zero'].map((name) => `/dev/${name}`);
    expect(output.trim().split('\n').sort()).toEqual(['/', '/data', ...devices, '/proc']);
  });

  it('has no shell in the demo app’s container', async () => {
    node.create(POD);
    await untilRuns(POD, 'app');
    const refusal = node.kubelet.exec(POD, allStreams('app'), ['sh']);
    expect('message' in refusal && refusal.message).toMatch(
      /exec: "sh": executable file not found in \$PATH: unknown$/,
    );
    expect(
      await readLog(node.kubelet, node.read(POD), { container: 'app', follow: true, limitBytes: 8 }),
    ).toBe('started ');
  });

  it('reports a command that is not in the container', async () => {
    node.create(POD);
    node.addEphemeral(POD, anEphemeralContainer({ command: ['no-such'] }));
    const ended = await untilEnds(POD, 'debugger');
    expect(stateOf(ended, 'debugger').terminated).toMatchObject({
      exitCode: 128,
      reason: 'StartError',
      message: expect.stringMatching(/exec: "no-such": executable file not found in \$PATH: unknown$/),
    });
  });

  it('gives a shell in a terminal its size, its job control and its exit code', async () => {
    node.create(POD);
    await untilRuns(POD, 'app');
    const container = { command: ['sh'], stdin: true, tty: true, targetContainerName: 'app' };
    node.addEphemeral(POD, anEphemeralContainer(container));
    await untilRuns(POD, 'debugger');
    const { streams, untilStdout } = aClient(node.kubelet.attach(POD, allStreams('debugger', { tty: true })));
    streams.resize({ columns: 111, rows: 33 });
    streams.writeStdin(Buffer.from('tty; stty size\n'));
    await untilStdout('/dev/pts/0\r\n33 111\r\n');
    streams.writeStdin(Buffer.from('echo ready; sleep 1000\n'));
    await untilStdout('\nready\r\n');
    streams.writeStdin(Buffer.from('\x03'));
    streams.writeStdin(Buffer.from('echo code $?\n'));
    await untilStdout('code 130\r\n');
    streams.writeStdin(Buffer.from('sleep 1000 & exit 9\n'));
    const ended = await untilEnds(POD, 'debugger');
    expect(stateOf(ended, 'debugger').terminated?.exitCode).toBe(9);
    expect(node.kubelet.attach(ended, allStreams('debugger'))).toMatchObject({ kind: 'refusal' });
  });

  it.each([{ tty: false }, { tty: true }])(
    'runs a command in the container’s namespaces, tty=$tty',
    async ({ tty }) => {
      node.create(aPod({ apps: [{ command: ['sleep', '1000'] }] }));
      await untilRuns(POD, 'app');
      const client = aClient(
        node.kubelet.exec(POD, allStreams('app', { tty }), [
          'sh',
          '-c',
          'tr "\\0" " " < /proc/1/cmdline; pwd; tty; cat; exit 5',
        ]),
      );
      await client.untilStdout('sleep 1000 /');
      client.streams.writeStdin(Buffer.from(tty ? 'typed\n\x04' : 'typed\n'));
      client.streams.endStdin();
      expect(await client.streams.ended).toEqual({ exitCode: 5, signal: 0 });
      expect(client.stdout()).toContain('typed');
      expect(client.stdout().includes('/dev/pts/')).toBe(tty);
    },
  );

  it('kills the debug container with its target', async () => {
    node.create(POD);
    await untilRuns(POD, 'app');
    const { end } = await debug(POD, 'kill 1; sleep 1000');
    expect(end).toMatchObject({ exitCode: 137, reason: 'Error' });
  });

  it('ends what a debug container has left behind in its target’s processes', async () => {
    node.create(POD);
    await untilRuns(POD, 'app');
    // The playground learns a container's namespace once it runs, on a busy machine a moment later.
    await debug(POD, 'setsid sleep 1001 > /dev/null 2>&1 & sleep 1; exit 0;');
    node.addEphemeral(
      POD,
      anEphemeralContainer({
        name: 'second',
        // A killed process may take a moment to end.
        command: [
          'sh',
          '-c',
          `for try in $(seq 100); do ps -A -o args | grep '[s]leep 1001' || break; done; ps -A -o args`,
        ],
        targetContainerName: 'app',
      }),
    );
    const ended = await untilEnds(POD, 'second');
    const output = await readLog(node.kubelet, ended, { container: 'second' });
    const processes = output.slice(output.lastIndexOf('COMMAND'));
    expect(processes).toContain('/app --port 8080');
    expect(processes).not.toContain('sleep 1001');
  });

  it('shares all processes of a pod that asks for it, below its pause process', async () => {
    const pod = aPod({ apps: [{}, { command: ['sleep', '1000'] }], spec: { shareProcessNamespace: true } });
    node.create(pod);
    await untilRuns(pod, 'app-2');
    const { output } = await debug(pod, 'ps -A -o pid=,args=');
    const processes = output
      .trim()
      .split('\n')
      .map((line) => line.trim());
    expect(processes[0]).toBe('1 /pause');
    expect(processes.join()).toMatch(/\d \/app --port 8080,.*\d sleep 1000,/);
    await node.kubelet.remove(node.read(pod));
  });

  it('leaves nothing behind when it closes while a container is made', async () => {
    node.create(POD);
    await node.until(POD, () => node.events.some(({ reason }) => reason === 'Created'));
    await node.kubelet.close();
    expect(await readdir(node.folder)).toEqual([]);
  });
});
