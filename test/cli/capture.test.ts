import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HookAnswer, HookRequest } from '../../playground/hook.ts';
import { KEEPER_NAME } from '../../src/pod/containers/keeper.ts';
import { readPcapng } from '../drivers/read-pcapng.ts';
import {
  finish,
  type CommandOptions,
  type CommandResult,
  type RunningCommand,
} from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { until } from '../drivers/until.ts';

/** Pods whose changes are refused, with the message. */
const refusals = new Map<string, string>();
/** Pods whose next change is refused for the capabilities that it adds. */
const refusedCapabilities = new Set<string>();
const CHECK = 'non-default capabilities (container "dbg" must not include "NET_ADMIN", "NET_RAW")';

function answerOf({ method, path: asked }: HookRequest): HookAnswer | undefined {
  const pod = method === 'PATCH' ? (/\/pods\/([^/]+)/.exec(asked)?.[1] ?? '') : '';
  const isRefused = refusedCapabilities.delete(pod);
  const why = isRefused ? `violates PodSecurity "baseline:latest": ${CHECK}` : refusals.get(pod);
  if (why === undefined) return undefined;
  const message = `pods "${pod}" is forbidden: ${why}`;
  return { status: 403, body: { kind: 'Status', status: 'Failure', code: 403, message } };
}

let cluster: RunPlayground;
let folder: string;
beforeAll(async () => {
  cluster = await runPlayground(answerOf);
});
afterAll(() => cluster.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-capture-'));
  return () => rm(folder, { recursive: true });
});

const start = (argv: readonly string[], more: Partial<CommandOptions> = {}) =>
  cluster.start(['capture', '--image=tools', ...argv], {
    ...more,
    replace: { workingDirectory: folder, ...more.replace },
  });
const capture = (argv: readonly string[], more?: Partial<CommandOptions>): Promise<CommandResult> =>
  finish(start(argv, more));
const open = (name: string) => readPcapng(readFileSync(path.join(folder, name)));
/** Waits until all packets that the pod has are in a.pcapng. */
const untilThreePackets = (command: RunningCommand): Promise<void> =>
  until(
    () => existsSync(path.join(folder, 'a.pcapng')) && open('a.pcapng').packets.length === 3,
    () => command.stderrText(),
  );
const LINES = [1, 2, 3].map(
  (number) => `03:04:0${number + 5}.00000${number} IP 10.88.0.1.40000 > 10.88.0.2.9999: UDP, length 9\n`,
);

describe('the packets of a pod', () => {
  it('go to a file for its owner alone, until Ctrl-C, which is a success', async () => {
    const pod = await cluster.makePod();
    const command = start([pod, '-w', 'a.pcapng', 'udp', 'port', '9999']);
    // A kill would leave what is there.
    await untilThreePackets(command);
    expect(open('a.pcapng')).toEqual({ interfaces: [`default/${pod}`], packets: [0, 0, 0], statistics: [] });
    command.deliver('SIGINT');
    const { exitCode, stdout, stderr } = await finish(command);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toMatch(
      /^added debug container "debugger-\S+" to default\/\S+, which is kept for 1h; the next capture uses it; to end it: kubectl-debug stop \S+ -n default$/m,
    );
    expect(stderr).toContain('all interfaces, only udp port 9999; Ctrl-C ends it\n');
    expect(stderr).toMatch(/^3 packets, \d+ bytes in a\.pcapng\n$/m);
    expect(open('a.pcapng').statistics).toEqual([{ index: 0, dropped: 0n }]);
    expect(statSync(path.join(folder, 'a.pcapng')).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['a.pcapng']);
  });

  it('are read by a container that has the two capabilities, and root where the pod forbids it', async () => {
    const app = { name: 'app', image: 'x', command: ['sleep', '1000000'] };
    const securityContext = { runAsNonRoot: true, runAsUser: 1000 };
    const pod = await cluster.makePod(undefined, { spec: { containers: [app], securityContext } });
    expect(await capture([pod, '--packets=1', '-q'])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(cluster.readPod(pod).spec.ephemeralContainers?.map((each) => each.securityContext)).toEqual([
      { capabilities: { add: ['NET_ADMIN', 'NET_RAW'] }, runAsNonRoot: false, runAsUser: 0 },
    ]);
    await capture([pod, '--packets=1', '-q']);
    expect(cluster.readPod(pod).spec.ephemeralContainers).toHaveLength(1);
  });

  it('are lines on stdout, or pcapng', async () => {
    const pod = await cluster.makePod();
    expect(await capture([pod, '--packets=2', '-q'])).toEqual({
      exitCode: 0,
      stdout: LINES.slice(0, 2).join(''),
      stderr: '',
    });
    const command = start([pod, '--packets=2', '-w', '-']);
    expect((await finish(command)).stderr).toMatch(/^2 packets, \d+ bytes; ended by --packets$/m);
    expect(readPcapng(command.stdoutBytes()).packets).toEqual([0, 0]);
  });

  it('are not written to a terminal, nor over a file, before anything is added', async () => {
    const pod = await cluster.makePod();
    expect(await capture([pod, '-w', '-'], { isTerminal: true })).toMatchObject({ exitCode: 2 });
    writeFileSync(path.join(folder, 'a.pcapng'), 'old');
    const { exitCode, stderr } = await capture([pod, '-w', 'a.pcapng']);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      'error: cannot write a.pcapng: it exists already [output-failed]\nhint: to replace it: --overwrite; or name another file with -w\n',
    );
    expect((await capture([pod, '-w', '.'])).stderr).toContain('cannot write .: it is a folder');
    expect((await capture([pod, '-w', 'new/a.pcapng'])).stderr).toMatch(
      /^error: cannot write new\/a\.pcapng: there is no folder \S+\/new \[output-failed\]\nhint: mkdir -p \S+\/new\n$/,
    );
    expect(cluster.readPod(pod).spec.ephemeralContainers).toBeUndefined();
    await capture([pod, '-w', 'a.pcapng', '--overwrite', '--packets=1']);
    expect(open('a.pcapng').packets).toEqual([0]);
  });

  it('go to Wireshark, and the capture ends with its window', async () => {
    const pod = await cluster.makePod();
    const env = { PATH: folder };
    const missing = await capture([pod, '--open'], { env, replace: { platform: 'linux' } });
    expect(missing.stderr).toMatch(/^error: Wireshark is not installed here.+\[not-found\]\nhint: .*-w FILE/);
    const shown = path.join(folder, 'shown');
    // Reads a little, and is closed.
    writeFileSync(
      path.join(folder, 'wireshark'),
      `#!/bin/sh\necho "$@" > ${folder}/args\nhead -c 200 > ${shown}\n`,
    );
    chmodSync(path.join(folder, 'wireshark'), 0o755);
    const { exitCode, stderr } = await capture([pod, '--open', '-w', 'kept.pcapng'], {
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^3 packets, \d+ bytes in kept\.pcapng$/m);
    expect(readFileSync(path.join(folder, 'args'), 'utf8')).toBe('-k -i -\n');
    const kept = readFileSync(path.join(folder, 'kept.pcapng'));
    expect(readFileSync(shown)).toEqual(kept.subarray(0, 200));
    expect(readPcapng(kept).packets).toEqual([0, 0, 0]);
  });
});

describe('a capture ends', () => {
  it.each([
    { flags: ['--duration=50ms'], says: /^3 packets, .* in a\.pcapng; ended by --duration$/m },
    { flags: ['--packets=2'], says: /^2 packets, .* in a\.pcapng; ended by --packets$/m },
    {
      flags: ['--max-size=4Ki', '--interface=flood'],
      says: /^\d+ packets, .* in a\.pcapng; ended by --max-size$/m,
    },
  ])('by $flags', async ({ flags, says }) => {
    const pod = await cluster.makePod();
    const { exitCode, stderr } = await capture([pod, '-w', 'a.pcapng', ...flags]);
    expect(stderr).toMatch(says);
    expect(exitCode).toBe(0);
    expect(statSync(path.join(folder, 'a.pcapng')).size).toBeLessThanOrEqual(4096);
    expect(open('a.pcapng').statistics).toHaveLength(1);
  });

  it.each([
    { signal: 'SIGTERM', code: 143 },
    { signal: 'SIGHUP', code: 129 },
  ] as const)('by $signal, with its exit code and a whole file', async ({ signal, code }) => {
    const pod = await cluster.makePod();
    const command = start([pod, '-w', 'a.pcapng']);
    await command.untilStderr('Ctrl-C ends it');
    command.deliver(signal);
    expect((await finish(command)).exitCode).toBe(code);
    expect(open('a.pcapng').statistics).toHaveLength(1);
  });

  it.each([{ flags: [] }, { flags: ['--duration=1h'] }])(
    'with its pod, as a failure: $flags',
    async ({ flags }) => {
      const pod = await cluster.makePod();
      const command = start([pod, '-w', 'a.pcapng', ...flags]);
      await untilThreePackets(command);
      await cluster.playground.deletePod({ namespace: 'default', name: pod });
      const { exitCode, stderr } = await finish(command);
      expect(stderr).toMatch(
        /^3 packets, .*\nerror: the capture in default\/\S+ was cut short: the pod (is being|was) deleted \[output-incomplete\]\nhint: what came before is kept/m,
      );
      expect(exitCode).toBe(1);
      expect(open('a.pcapng').packets).toEqual([0, 0, 0]);
      expect(open('a.pcapng').statistics).toHaveLength(1);
    },
  );
});

describe('a reader that goes away', () => {
  it.each([{ place: [] }, { place: ['-w', '-'] }])('ends the capture with 141: %j', async ({ place }) => {
    const pod = await cluster.makePod();
    const stdout = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => void setTimeout(() => done(new Error('EPIPE')), 5),
    });
    const { exitCode, stderr } = await capture([pod, ...place], { replace: { stdout } });
    expect(stderr).toMatch(/Ctrl-C ends it\n$/);
    expect(exitCode).toBe(141);
  });
});

describe('a debug container that ends', () => {
  const keeperOf = (pod: string): string => cluster.readPod(pod).spec.ephemeralContainers?.[0]?.name ?? '';
  /** Ends the debug container that was added with this life; containers of the playground are processes of this machine. */
  const endKeeper = (lifeSeconds: number): void => {
    const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    const keepers = processes.filter((line) => line.endsWith(` ${KEEPER_NAME} ${lifeSeconds}`));
    expect(keepers).not.toEqual([]);
    for (const line of keepers) process.kill(Number.parseInt(line, 10));
  };

  it('by somebody else ends the capture, which keeps what came, and adds no other one', async () => {
    const pod = await cluster.makePod();
    const command = start([pod, '-w', 'a.pcapng', '--max-life=3591s']);
    await until(
      () => existsSync(path.join(folder, 'a.pcapng')) && open('a.pcapng').packets.length === 3,
      () => command.stderrText(),
    );
    endKeeper(3591);
    const { exitCode, stderr } = await finish(command);
    expect(stderr).toMatch(
      new RegExp(
        String.raw`^3 packets, \d+ bytes in a\.pcapng\nerror: the capture ended with debug container "${keeperOf(pod)}" in default/${pod}, which was stopped from outside \(.*\) \[container-not-running\]\nhint: .*\n$`,
        'm',
      ),
    );
    expect(exitCode).toBe(1);
    expect(open('a.pcapng')).toMatchObject({ packets: [0, 0, 0], statistics: [{ index: 0 }] });
    expect(cluster.readPod(pod).spec.ephemeralContainers).toHaveLength(1);
  });

  it('is said while other pods go on, and makes the exit code 1', async () => {
    const [one = '', two = ''] = await cluster.makePods('stopped', 2);
    await capture([one, '--packets=1', '--max-life=3592s']);
    const command = start([one, two]);
    await command.untilStderr('Ctrl-C ends it');
    endKeeper(3592);
    await command.untilStderr(`debug container "${keeperOf(one)}" in default/${one}, which was stopped from`);
    command.deliver('SIGINT');
    expect((await finish(command)).exitCode).toBe(1);
  });

  it('by itself leads to another one', async () => {
    const pod = await cluster.makePod();
    const command = start([pod, '--max-life=1s']);
    await command.untilStderr('has reached the end of its life: going on in another one');
    await until(
      () => command.stdoutText() === LINES.join('').repeat(2),
      () => command.stdoutText(),
    );
    command.deliver('SIGINT');
    expect((await finish(command)).exitCode).toBe(0);
  });
});

describe('several pods', () => {
  it('go to one file with an interface each, and one that fails does not end the others', async () => {
    const [one = '', two = '', refused = ''] = await cluster.makePods('many', 3);
    refusals.set(refused, 'no luck today');
    const { exitCode, stderr } = await capture(['-l', 'test=many', '-w', 'a.pcapng', '--duration=50ms']);
    expect(stderr).toContain(`capturing in 3 pods: default/${one}, default/${two}, default/${refused}\n`);
    expect(stderr).toContain('no luck today');
    expect(stderr).toContain(
      `\ndefault/${one}: 3 packets, 0 dropped\ndefault/${two}: 3 packets, 0 dropped\n`,
    );
    expect(exitCode).toBe(1);
    const { interfaces, packets, statistics } = open('a.pcapng');
    expect([...interfaces].sort()).toEqual([`default/${one}`, `default/${two}`]);
    expect([...packets].sort()).toEqual([0, 0, 0, 1, 1, 1]);
    expect(statistics).toHaveLength(2);
  });

  it('have their names before each line', async () => {
    const [one = '', two = ''] = await cluster.makePods('named', 2);
    const { stdout } = await capture([one, two, '--duration=50ms', '-q']);
    const lines = [one, two].flatMap((pod) => LINES.map((line) => `default/${pod}: ${line}`));
    expect(stdout.split(/(?<=\n)/).sort()).toEqual(lines.sort());
  });

  it('are asked about if they are many', async () => {
    await cluster.makePods('crowd', 51);
    const { exitCode, stderr } = await capture(['-l', 'test=crowd']);
    expect(stderr).toBe(
      'error: 51 pods would each get a debug container [usage]\nhint: name fewer, or add --yes\n',
    );
    expect(exitCode).toBe(2);
  });

  it('must all be there: a mistyped filter captures nothing', async () => {
    const pod = await cluster.makePod();
    const { exitCode, stderr } = await capture([pod, 'prot', '80']);
    expect(stderr).toMatch(/^error: no pod "80".*\n.*\nerror: no pod "prot"|^error: no pod "(prot|80)"/);
    expect(stderr).toContain('a filter begins with a word such as host or port, or goes after --');
    expect(exitCode).toBe(1);
    expect(cluster.readPod(pod).spec.ephemeralContainers).toBeUndefined();
  });

  it.each([{ flags: ['-nn'] }, { flags: ['-n', 'port', '80'] }])(
    'are not found for $flags of tcpdump',
    async ({ flags }) => {
      const { exitCode, stderr } = await capture(['web-1', ...flags]);
      expect(stderr).toMatch(
        /\[not-found\]\nhint: .*-n is the namespace here, and addresses are always numbers: leave it out\n$/,
      );
      expect(exitCode).toBe(1);
    },
  );
});

describe('what goes wrong', () => {
  it.each([
    {
      argv: ['--', 'nonsense', 'x'],
      says: `can't parse filter expression: syntax error in "nonsense x" [filter-invalid]`,
    },
    { argv: ['--interface=eth7'], says: 'eth7: No such device exists [interface-not-found]' },
    { argv: ['--interface=eth7'], says: '[interface-not-found]\nhint: the interfaces of the pod: ' },
    {
      argv: ['--interface=denied'],
      says: '[capture-denied]\nhint: the container runtime gives root no NET_RAW',
    },
    {
      argv: ['--interface=missing'],
      says: 'has no tcpdump [command-not-found]\nhint: use one that has it: --image=nicolaka/',
    },
    { argv: ['--interface=missing'], says: '; to end it: kubectl-debug stop web-' },
    { argv: ['--interface=brief'], says: 'tcpdump was ended in ' },
  ])('is explained: $says', async ({ argv, says }) => {
    const pod = await cluster.makePod();
    const { exitCode, stderr } = await capture([pod, ...argv]);
    expect(stderr).toContain(says);
    expect(exitCode).toBe(1);
  });

  it('warns of packets that were dropped, even when quiet', async () => {
    const pod = await cluster.makePod();
    const { exitCode, stderr } = await capture([pod, '--interface=lossy', '--duration=50ms', '-q']);
    expect(stderr).toBe(
      `Warning: the kernel dropped 7 of 10 packets in default/${pod}: they came faster than tcpdump took them [output-incomplete]\nhint: ask for fewer with a narrower filter, or keep less of each packet: --snaplen=96; a file takes them faster than lines do: -w FILE\n`,
    );
    expect(exitCode).toBe(0);
  });

  it('refuses an image that is known to have no tcpdump, and replaces such a default', async () => {
    const pod = await cluster.makePod();
    const typed = await finish(cluster.start(['capture', pod, '--image=busybox']));
    expect(typed.stderr).toMatch(/^error: image "busybox" has no tcpdump \[usage\]\nhint: leave out --image/);
    expect(typed.exitCode).toBe(2);
    const env = { KUBECTL_DEBUG_IMAGE: 'alpine' };
    const chosen = await finish(cluster.start(['capture', pod, '--packets=1'], { env }));
    expect(chosen.stderr).toContain('alpine has no tcpdump: using nicolaka/netshoot:v0.13\n');
    expect(cluster.readPod(pod).spec.ephemeralContainers?.[0]?.image).toBe('nicolaka/netshoot:v0.13');
  });

  it('falls back to a container without capabilities where level baseline refuses them', async () => {
    const pod = await cluster.makePod();
    refusedCapabilities.add(pod);
    const { exitCode, stderr } = await capture([pod, '--packets=1']);
    expect(stderr).toContain(
      'Pod Security level "baseline" of the namespace refuses added capabilities: capturing with those that the runtime gives root\n',
    );
    expect(exitCode).toBe(0);
    const [added] = cluster.readPod(pod).spec.ephemeralContainers ?? [];
    expect(added?.securityContext).toEqual({ runAsUser: 0 });
  });
});
