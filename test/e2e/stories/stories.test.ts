import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { IS_SOAK } from '../../drivers/soak.ts';
import { AUTODIAGNOSE_IMAGE, DEBUG_IMAGE, VIEWER_KUBECONFIG } from '../environment.ts';
import {
  aPod,
  APP_COMMAND_LINE,
  APP_CONTAINER,
  createNamespace,
  shellContainer,
  type Namespace,
} from '../fixture.ts';
import { eventually } from '../eventually.ts';
import { kubectl, runKubectl } from '../kubectl.ts';
import { untilRightsAreKnown } from '../rights.ts';
import { closeTerminals } from '../terminal.ts';
import { aDesk, type Desk } from './typed.ts';

/** An image whose own program prints on both streams and fails. */
const OWN_PROGRAM = AUTODIAGNOSE_IMAGE ?? DEBUG_IMAGE;
const IDLE = shellContainer('other', 'exec sleep 86400');

let namespace: Namespace;
let desk: Desk;
beforeAll(async () => {
  namespace = await createNamespace('stories');
  desk = await aDesk(namespace.name);
  await namespace.create([
    aPod('neato-5thn0', { shareProcessNamespace: true, containers: [APP_CONTAINER] }),
    aPod('target-pod'),
    aPod('nginx-pod-1234'),
    aPod('two', { containers: [APP_CONTAINER, IDLE] }),
  ]);
});
afterEach(closeTerminals);
afterAll(async () => {
  await desk.remove();
  await namespace.remove();
});

it.each([
  `kubectl debug -it -m ${DEBUG_IMAGE} neato-5thn0 -- sh`,
  `kubectl exec -it -m ${DEBUG_IMAGE} neato-5thn0 sh`,
])('operations: %s', async (story) => {
  const { podIP = '' } = (await namespace.read('neato-5thn0')).status ?? {};
  const terminal = await desk.type(story.replace(/^kubectl (?:debug|exec)/, 'kubectl-debug'));
  await terminal.waitFor('# ');
  terminal.type('ps x\r');
  await terminal.waitFor(/\s1 \S+ .*\/pause/);
  const [, pid = ''] = await terminal.waitFor(new RegExp(String.raw`\s(\d+) \S+ .*${APP_COMMAND_LINE}`));
  terminal.type(`head -n 1 /proc/${pid}/root/etc/resolv.conf\r`);
  await terminal.waitFor(/\n(?:search|nameserver|#)/);
  terminal.type('ip -o -4 addr\r');
  await terminal.waitFor(podIP);
  terminal.type(`wget -qO- http://${podIP}:8080/\r`);
  await terminal.waitFor('hello from neato-5thn0');
  terminal.type('exit 3\r');
  expect(await terminal.exitCode()).toBe(3);
});

it.each(['kubectl-debug target-pod', 'kubectl dbg target-pod'])('the smallest call: %s', async (line) => {
  const terminal = await desk.type(line);
  await terminal.waitFor(/target-pod · app · .* · logged/);
  await terminal.waitFor('# ');
  terminal.type("tr '\\0' ' ' < /proc/1/cmdline; exit\r");
  await terminal.waitFor(APP_COMMAND_LINE);
  expect(await terminal.exitCode()).toBe(0);
});

it('a named shell can be entered again by its name, and two people may share it', async () => {
  const first = await desk.type(`kubectl-debug -c debug-shell --image=${DEBUG_IMAGE} target-pod -- sh`);
  await first.waitFor('# ');
  const second = await desk.type('kubectl-debug attach target-pod -c debug-shell');
  // The prompt shows that it hears what comes next.
  await second.waitFor('# ');
  first.type('echo to"-"both\r');
  await first.waitFor('to-both');
  await second.waitFor('to-both');
  second.type('echo from"-"second\r');
  await first.waitFor('from-second');
  first.type('exit 5\r');
  expect(await first.exitCode()).toBe(5);
  expect(await second.exitCode()).toBe(5);
});

it('debugging: a shell in the mount namespace of a program that has none', async () => {
  const terminal = await desk.type(
    `kubectl-debug -it --profile=sysadmin --image=${DEBUG_IMAGE} neato-5thn0 -- sh`,
  );
  await terminal.waitFor('# ');
  terminal.type('ps x\r');
  const [, pid = ''] = await terminal.waitFor(new RegExp(String.raw`\s(\d+) \S+ .*${APP_COMMAND_LINE}`));
  await terminal.waitFor('# ');
  terminal.type(`cp /bin/busybox /proc/${pid}/root\r`);
  await terminal.waitFor('# ');
  terminal.type(`nsenter -t ${pid} -m -u -p -n -r /busybox sh\r`);
  await terminal.waitFor('# ');
  terminal.type('/busybox ls -l /busybox; exit 0\r');
  await terminal.waitFor(/-rwx.*\/busybox/);
  await terminal.waitFor('# ');
  terminal.type('exit\r');
  expect(await terminal.exitCode()).toBe(0);
});

it('debugging: what nsenter needs is said where it is not given', async () => {
  const { stderr, exitCode } = await desk.run(
    'kubectl-debug -m IMAGE neato-5thn0 -- nsenter -t 1 -m true'.replace('IMAGE', DEBUG_IMAGE),
  );
  expect(stderr).toContain('--profile=sysadmin');
  expect(exitCode).not.toBe(0);
});

it('automation: one script in each pod of a namespace', async () => {
  const { stdout, exitCode } = await desk.run(
    `for pod in $(kubectl get -o name pod); do kubectl-debug -m ${DEBUG_IMAGE} -p $pod /bin/hostname; done`,
  );
  expect(stdout).toBe('neato-5thn0\nnginx-pod-1234\ntarget-pod\ntwo\n');
  expect(exitCode).toBe(0);
});

it('automation: each call returns the exit code of the script', async () => {
  const { exitCode } = await desk.run(`kubectl-debug -m ${DEBUG_IMAGE} -p pod/target-pod /bin/false`);
  expect(exitCode).toBe(1);
});

it.each([
  { label: 'each pod', flags: '', runs: 4 },
  { label: 'each container of each pod', flags: '--all-containers', runs: 5 },
])('automation: the whole loop in one audit, for $label', async ({ flags, runs }) => {
  const { stdout, exitCode } = await desk.run(
    `kubectl-debug audit -m ${DEBUG_IMAGE} -l made=e2e --yes ${flags} -o jsonl -- sh -c 'echo secure; exit 0'`,
  );
  const rows = stdout.split('\n').slice(0, -1);
  expect(rows.filter((row) => row.includes('"exitCode":0'))).toHaveLength(runs);
  expect(rows.filter((row) => row.includes('secure'))).toHaveLength(runs);
  expect(exitCode).toBe(0);
});

/** What the image says of a pod in which nothing listens and nothing is mounted. */
const FOUND = ['ok      the pod has an address', 'ok      files of DNS'];
const FAILED = ['port 9 of the pod answers', 'a disk is mounted at /data', 'the file /ready'].map(
  (name) => `FAILED  ${name}`,
);
const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);

describe.skipIf(AUTODIAGNOSE_IMAGE === undefined)("technical support: the image's own program", () => {
  it('runs, and its output and its exit code are returned', async () => {
    const line = `kubectl-debug --image=${OWN_PROGRAM} nginx-pod-1234`;
    const { stdout, stderr, exitCode } = await desk.run(line);
    expect(exitCode).toBe(3);
    // What it printed before the attach is in the log, which does not tell the streams apart.
    const printed = linesOf(stdout + stderr).filter((text) => /^(?:ok|FAILED) /.test(text));
    expect([...printed].sort()).toEqual([...FAILED, ...FOUND].sort());
    expect(linesOf(stdout).filter((text) => !text.startsWith('FAILED'))).toEqual([
      'autodiagnose: nginx-pod-1234',
      ...FOUND,
      'autodiagnose: 3 of 5 checks failed',
    ]);
  });

  it.each([1000, 8000])('loses none of %i lines right before its end, or says so', async (count) => {
    const line = `kubectl-debug -q --image=${OWN_PROGRAM} --env BURST=${count} nginx-pod-1234`;
    // What is lost is lost rarely: with KUBECTL_DEBUG_SOAK=1 it is tried more often.
    for (let run = 0; run < (IS_SOAK ? 5 : 1); run += 1) {
      const { stdout, stderr, exitCode } = await desk.run(line);
      const numbers = linesOf(stdout).filter((text) => text.startsWith('line '));
      const isWhole = numbers.length === count && stdout.includes('autodiagnose: 3 of 5 checks failed\n');
      if (!isWhole) expect(stderr).toMatch(/may be incomplete|\[output-incomplete\]/);
      else expect(exitCode, stderr).toBe(3);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });
});

it.skipIf(VIEWER_KUBECONFIG === undefined)(
  'technical support: the verb that is missing is named, and the Role',
  async () => {
    const role = ['--namespace', namespace.name];
    await kubectl(['create', 'role', 'look', '--verb=get,list,watch', '--resource=pods', ...role]);
    await kubectl(['create', 'rolebinding', 'look', '--role=look', '--user=viewer', ...role]);
    await untilRightsAreKnown(namespace.name);
    const viewer = await desk.standIn(VIEWER_KUBECONFIG ?? '');
    const { stderr, exitCode } = await desk.run(
      `kubectl-debug --image=${OWN_PROGRAM} nginx-pod-1234`,
      viewer,
    );
    expect(stderr).toMatch(/pods\/ephemeralcontainers[\s\S]*\[forbidden\]/);
    expect(stderr).toMatch(/patch/);
    expect(stderr).toMatch(/hint: .*check .*-o yaml/);
    expect(exitCode).toBe(125);
  },
);

it.each([
  { phase: 'Failed', code: 3 },
  { phase: 'Succeeded', code: 0 },
])('why a pod ended: a copy is offered in place of one that is $phase', async ({ phase, code }) => {
  const name = phase.toLowerCase();
  const ending = aPod(name, { restartPolicy: 'Never', containers: [shellContainer('app', `exit ${code}`)] });
  await namespace.create([ending], ({ status }) => status?.phase === phase);
  const { stderr, exitCode } = await desk.run(`kubectl-debug ${name} -- true`);
  expect(stderr).toMatch(/\[pod-finished\]\nhint: .*--copy-to=/);
  expect(exitCode).toBe(125);
});

it('a script: --target alone is enough to see the processes', async () => {
  const { stdout } = await desk.run(`kubectl-debug two --target=app -- cat /proc/1/cmdline`);
  expect(stdout.replaceAll('\0', ' ').trim()).toBe(APP_COMMAND_LINE);
});

it.each([
  { pod: 'target-pod', label: 'its own', first: /^sh -c eval/ },
  { pod: 'neato-5thn0', label: "the pod's", first: /^\/pause/ },
  { pod: 'on-node', label: "the node's", first: /^(?!sh -c eval|\/pause|\/app)./ },
])('a debug container without a target sees processes that are $label', async ({ pod, first }) => {
  if (pod === 'on-node') await namespace.create([aPod(pod, { hostPID: true, containers: [APP_CONTAINER] })]);
  const { stdout } = await desk.run(`kubectl-debug ${pod} --target= -- cat /proc/1/cmdline`);
  expect(stdout.replaceAll('\0', ' ').trim()).toMatch(first);
});

it('process 1 of a shared namespace is that of the pod, which starts anew when it is killed', async () => {
  await namespace.create([aPod('shared', { shareProcessNamespace: true, containers: [APP_CONTAINER] })]);
  const told = await desk.run('kubectl-debug pods --explain shared');
  expect(told.stdout).toMatch(/share one process namespace[\s\S]*Process 1 is the pause container/);
  await desk.run('kubectl-debug shared -- kill 1');
  await eventually('the restart of the app', async () => {
    const { status } = await namespace.read('shared');
    return (status?.containerStatuses?.[0]?.restartCount ?? 0) > 0 ? true : undefined;
  });
});

it('both namespaces of the node and of the pod at once are refused by the API', async () => {
  const spec = { hostPID: true, shareProcessNamespace: true, containers: [APP_CONTAINER] };
  const pod = { apiVersion: 'v1', kind: 'Pod', ...aPod('both', spec) };
  const { stderr, exitCode } = await runKubectl(
    ['create', '-n', namespace.name, '-f', '-'],
    JSON.stringify(pod),
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain('shareProcessNamespace');
});
