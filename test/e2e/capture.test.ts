import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPcapng } from '../drivers/read-pcapng.ts';
import { TCPDUMP_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { openForwarder } from './forwarder.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, startProgram, type RunningProgram } from './program.ts';

/** Answers on a port, and asks itself with `wget`. */
const server = (port: number) =>
  shellContainer(
    'app',
    `mkdir -p /tmp/www; echo hello > /tmp/www/hello; exec httpd -f -p ${port} -h /tmp/www`,
  );
const HARDENED = {
  runAsUser: 65532,
  runAsNonRoot: true,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
/** On the node, where other tests may have servers. */
const HOST_PORT = 28_000 + Math.floor(Math.random() * 1000);

let open: Namespace;
let baseline: Namespace;
let restricted: Namespace;
let folder: string;

const start = (namespace: Namespace, args: readonly string[]): RunningProgram =>
  startProgram([
    'capture',
    ...['-n', namespace.name, `--image=${TCPDUMP_IMAGE ?? ''}`, '--image-pull-policy=IfNotPresent'],
    ...args,
  ]);
const ask = (namespace: Namespace, pod: string, port: number): Promise<string> =>
  kubectl(['exec', '-n', namespace.name, pod, '--', 'wget', '-qO-', `http://127.0.0.1:${port}/hello`]);

describe.skipIf(TCPDUMP_IMAGE === undefined)('capture by the real tcpdump', () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-e2e-capture-'));
    [open, baseline, restricted] = await Promise.all([
      createNamespace('capture'),
      createNamespace('capture-b'),
      createNamespace('capture-r'),
    ]);
    const hardened = { ...server(8080), securityContext: HARDENED };
    await Promise.all([
      open.create([
        aPod('web-1', { containers: [server(8080)] }),
        aPod('web-2', { containers: [hardened], securityContext: { runAsNonRoot: true, runAsUser: 65532 } }),
        aPod('on-node', { hostNetwork: true, containers: [server(HOST_PORT)] }),
      ]),
      baseline.create([aPod('web-1', { containers: [server(8080)] })]),
      restricted.create([aPod('web-1', { containers: [hardened] })]),
    ]);
    await Promise.all([baseline.enforce('baseline'), restricted.enforce('restricted')]);
  });
  afterEach(endPrograms);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([open.remove(), baseline.remove(), restricted.remove()]);
  });

  it('prints a known request, and ends by Ctrl-C with the counts', async () => {
    const capture = start(open, ['web-1', 'tcp', 'port', '8080']);
    await capture.waitFor('stderr', /Ctrl-C ends it/);
    await ask(open, 'web-1', 8080);
    await capture.waitFor('stdout', /GET \/hello HTTP/);
    capture.kill('SIGINT');
    const { exitCode, stdout, stderr } = await capture.ended;
    expect(exitCode).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.every((line) => line.includes('.8080'))).toBe(true);
    expect(stderr).toContain(`\n${lines.length} packets\n`);
  });

  it('writes the packets of several pods to one file, also of one that forbids root', async () => {
    const file = path.join(folder, 'two.pcapng');
    const capture = start(open, ['web-1', 'web-2', '-w', file, '--', 'tcp dst port 8080 and tcp[13] = 2']);
    await capture.waitFor('stderr', /Ctrl-C ends it/);
    await Promise.all(['web-1', 'web-2', 'web-2'].map((pod) => ask(open, pod, 8080)));
    capture.kill('SIGINT');
    const { exitCode, stderr } = await capture.ended;
    expect(exitCode).toBe(0);
    const { interfaces, packets, statistics } = readPcapng(readFileSync(file));
    const count = (pod: string) =>
      packets.filter((index) => interfaces[index] === `${open.name}/${pod}`).length;
    // A busy machine sends a request twice.
    expect(count('web-1')).toBeGreaterThanOrEqual(1);
    expect(count('web-2')).toBeGreaterThanOrEqual(2);
    expect(statistics).toHaveLength(2);
    expect(stderr).toContain(`\n${packets.length} packets, `);
  });

  it('ends with its debug container when somebody stops it, and adds no other one', async () => {
    const file = path.join(folder, 'stopped.pcapng');
    const before = (await open.ephemeralContainers('web-1')).length;
    const capture = start(open, ['web-1', '-w', file, '--max-life=59m', '--reason=to be stopped']);
    await capture.waitFor('stderr', /Ctrl-C ends it/);
    await ask(open, 'web-1', 8080);
    // The kernel hands packets over a second later.
    await eventually('a packet in the file', async () =>
      Promise.resolve(readPcapng(readFileSync(file)).packets.length > 0 ? true : undefined),
    );
    const name = (await open.ephemeralContainers('web-1')).at(-1)?.name ?? '';
    const stop = startProgram(['stop', 'web-1', '-n', open.name, '-c', name, '--yes']);
    expect((await stop.ended).exitCode).toBe(0);
    const { exitCode, stderr } = await capture.ended;
    expect(stderr).toMatch(/ in \S+\/web-1, which was stopped from outside .*\[container-not-running\]$/m);
    expect(exitCode).toBe(1);
    const { packets, statistics } = readPcapng(readFileSync(file));
    expect(packets.length).toBeGreaterThan(0);
    expect(statistics).toHaveLength(1);
    expect(await open.ephemeralContainers('web-1')).toHaveLength(before + 1);
  });

  it('goes on after a lost connection, and says for how long packets may be missing', async () => {
    const forwarder = await openForwarder();
    const file = path.join(folder, 'cut.pcapng');
    const capture = start(open, [...forwarder.flags, 'web-1', '-w', file]);
    await capture.waitFor('stderr', /Ctrl-C ends it/);
    await ask(open, 'web-1', 8080);
    const packets = () => (existsSync(file) ? readPcapng(readFileSync(file)).packets.length : 0);
    const before = await eventually('packets in the file', () => packets() || undefined);
    forwarder.cut();
    forwarder.mend();
    await capture.waitFor('stderr', /connection was lost: some packets may be missing for \d+s/);
    await ask(open, 'web-1', 8080);
    await eventually('more packets', () => packets() > before || undefined);
    capture.kill('SIGINT');
    expect((await capture.ended).exitCode).toBe(0);
    expect(readPcapng(readFileSync(file)).statistics).toHaveLength(1);
    forwarder.cut();
  });

  it.each([
    { what: 'lines', place: [] },
    { what: 'packets', place: ['-w', '-'] },
  ])('ends in the pod when nobody reads its $what any more', async ({ place }) => {
    const capture = start(open, ['web-1', ...place]);
    await capture.waitFor('stderr', /Ctrl-C ends it/);
    capture.closeOutput();
    await ask(open, 'web-1', 8080);
    const { exitCode, stderr } = await capture.ended;
    expect(stderr).toMatch(/Ctrl-C ends it\n$/);
    expect(exitCode).toBe(141);
    const [, name = ''] = /debug container "(\S+)"/.exec(stderr) ?? [];
    const processes = () => kubectl(['exec', '-n', open.name, 'web-1', '-c', name, '--', 'ps']);
    await eventually('no tcpdump', async () => !(await processes()).includes('tcpdump') || undefined);
  });

  it('leaves out its own packets in a pod with the network of its node', async () => {
    const capture = start(open, ['on-node', 'tcp']);
    await capture.waitFor('stderr', /Ctrl-C ends it/);
    await ask(open, 'on-node', HOST_PORT);
    await capture.waitFor('stdout', new RegExp(`127\\.0\\.0\\.1\\.${HOST_PORT}: Flags \\[P`));
    capture.kill('SIGINT');
    const { exitCode, stdout, stderr } = await capture.ended;
    expect(exitCode).toBe(0);
    const said = /packets of this capture itself, tcp ports (.*)/.exec(stderr)?.[1] ?? '';
    expect(said).toMatch(/^\d+ \(kubelet\), \d+ \(container runtime\)/);
    const ports = [...said.matchAll(/\d+(?= \()/g)].map(([port]) => port);
    expect(ports.filter((port) => new RegExp(`\\.${port}[: ]`).test(stdout))).toEqual([]);
  });

  it('captures in a namespace of level baseline without added capabilities', async () => {
    const capture = start(baseline, ['web-1', '--packets=1', 'port', '8080']);
    await capture.waitFor('stderr', /refuses added capabilities: .*\n(?:.*\n)*.*Ctrl-C ends it/);
    await ask(baseline, 'web-1', 8080);
    expect(await capture.ended).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^.*\.8080: .*\n$/),
    });
    const added = await baseline.ephemeralContainers('web-1');
    expect(added.map(({ securityContext }) => securityContext)).toEqual([{ runAsUser: 0 }]);
  });

  it('adds nothing in a namespace of level restricted, and names a way that there is', async () => {
    const { exitCode, stderr } = await start(restricted, ['web-1']).ended;
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /level "restricted", which no capture passes.*\[pod-security\]\nhint: .*-- tcpdump/,
    );
    expect(await restricted.ephemeralContainers('web-1')).toEqual([]);
  });
});
