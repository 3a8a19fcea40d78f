import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowJson } from '../../src/audit/rows/row-json.ts';
import type { Pod } from '../../src/pod/types.ts';
import { makeCertificate } from '../../playground/certificate.ts';
import { APP_CONTAINER, aPod, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { DEBUG_IMAGE, TLS_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, startProgram, type ProgramResult } from './program.ts';

let free: Namespace;
let base: Namespace;
let strict: Namespace;
let nodes: readonly string[];
let folder: string;

/** What the restricted level asks of a container. */
const RESTRICTED = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
const LABELS = { audit: 'yes' };

const app = (user: number, rights: object = {}) => ({
  ...APP_CONTAINER,
  securityContext: { runAsUser: user, ...rights },
});

function deployment(name: string, spec: object): object {
  const labels = { ...LABELS, app: name };
  const pod = { terminationGracePeriodSeconds: 0, automountServiceAccountToken: false, ...spec };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels }, spec: pod },
    },
  };
}

const sidecar = {
  ...APP_CONTAINER,
  name: 'proxy',
  env: [{ name: 'PORT', value: '8081' }],
  restartPolicy: 'Always',
  securityContext: { runAsUser: 1002, readOnlyRootFilesystem: true },
};

async function readyNodes(): Promise<readonly string[]> {
  const columns =
    '{range .items[*]}{.metadata.name}{" "}{.status.conditions[?(@.type=="Ready")].status}{"\\n"}{end}';
  const lines = (await kubectl(['get', 'nodes', '-o', `jsonpath=${columns}`])).trim().split('\n');
  return lines.flatMap((line) => (line.endsWith(' True') ? [line.replace(' True', '')] : []));
}

async function ipOf(name: string): Promise<string> {
  const { status } = await free.read(name);
  return status?.podIP ?? '';
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-e2e-audit-'));
  free = await createNamespace('audit-free');
  base = await createNamespace('audit-base');
  strict = await createNamespace('audit-strict');
  await Promise.all([base.enforce('baseline'), strict.enforce('restricted')]);
  nodes = await readyNodes();
  const readOnly = { readOnlyRootFilesystem: true };
  const made: readonly (readonly [Namespace, object])[] = [
    [free, deployment('web', { initContainers: [sidecar], containers: [app(0)] })],
    [base, deployment('api', { containers: [app(1001, readOnly)] })],
    [strict, deployment('job', { containers: [app(1000, { ...RESTRICTED, ...readOnly })] })],
  ];
  for (const [{ name }, object] of made)
    await kubectl(['create', '-n', name, '-f', '-'], JSON.stringify(object));
  await free.create([aPod('shop')]);
  const named = {
    hostAliases: [{ ip: await ipOf('shop'), hostnames: ['shop.test'] }],
    dnsPolicy: 'None',
    dnsConfig: { nameservers: ['127.0.0.1'] },
  };
  await free.create(
    nodes.map((nodeName, index) => {
      const pod = aPod(`node-${index + 1}`, { nodeName, containers: [app(0)], ...named });
      return { ...pod, metadata: { ...pod.metadata, labels: LABELS } };
    }),
  );
  for (const [{ name }] of made)
    await eventually(`pods of ${name}`, async () => {
      const { items } = JSON.parse(await kubectl(['get', 'pods', '-l', 'app', '-n', name, '-o', 'json'])) as {
        readonly items: readonly Pod[];
      };
      const ready = items.filter(({ status }) =>
        status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
      );
      return ready.length === 2 ? true : undefined;
    });
});
afterAll(async () => {
  endPrograms();
  await Promise.all([free, base, strict].map((namespace) => namespace.remove()));
  await rm(folder, { recursive: true, force: true });
});

/** The words of an audit of all pods of this file, in its three namespaces. */
const all = (...rest: readonly string[]): readonly string[] => [
  'audit',
  `-n=${[free, base, strict].map(({ name }) => name).join(',')}`,
  '-l=audit=yes',
  '--yes',
  '-q',
  ...(rest.some((word) => word.startsWith('--image=')) ? [] : [`--image=${DEBUG_IMAGE}`]),
  ...rest,
];

function rowsOf(text: string): readonly RowJson[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RowJson);
}

/** How many rows have each of these texts. */
function countBy<T>(rows: readonly T[], textOf: (row: T) => string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[textOf(row)] = (counts[textOf(row)] ?? 0) + 1;
  return counts;
}

describe('the audits that people want', () => {
  it('finds root file systems that can be written to, in all containers, at every Pod Security level', async () => {
    const audit = await runProgram(
      all('--all-containers', '-o=jsonl', '--', 'grep', ' / ', '/proc/1/mounts'),
    );
    expect(audit).toMatchObject({ exitCode: 0, stderr: '' });
    const rows = rowsOf(audit.stdout);
    const found = countBy(
      rows,
      ({ target, profile, output }) => `${target} ${profile} ${/ (r[ow]),/.exec(output)?.[1] ?? ''}`,
    );
    expect(found).toEqual({
      'app general rw': 2 + nodes.length,
      'proxy general ro': 2,
      'app baseline ro': 2,
      'app restricted ro': 2,
    });
    const file = path.join(folder, 'rows.jsonl');
    await writeFile(file, audit.stdout);
    const mask = '--mask=(lower|upper|work)dir=[^, ]*';
    const { stdout } = await runProgram(['audit', 'merge', file, '-q', mask]);
    expect(stdout).toMatch(/^6 pods: exit code 0\n {2}overlay \/ overlay ro,/m);
    expect(stdout).toContain(`${2 + nodes.length} pods differ: exit code 0: `);
  });

  it('finds processes that run as root, in all containers', async () => {
    await eventually('the end of what earlier audits ran, whose shells stay for two seconds', async () => {
      const jsonPath =
        '{range .items[*].status.ephemeralContainerStatuses[?(@.state.running)]}{.name}{"\\n"}{end}';
      const running = await Promise.all(
        [free, base, strict].map(({ name }) =>
          kubectl(['get', 'pods', '-n', name, '-o', `jsonpath=${jsonPath}`]),
        ),
      );
      return !running.some((names) => names.includes('audit-')) || undefined;
    });
    const script = 'grep -l "^Uid:[[:space:]]0[[:space:]]" /proc/[0-9]*/status | wc -l';
    const flags = ['--all-containers', '--run-as-user=65534', '-o=jsonl'];
    const audit = await runProgram(all(...flags, '--', 'sh', '-c', script));
    const found = countBy(
      rowsOf(audit.stdout),
      ({ owner, target, output }) => `${owner?.name ?? 'node'}/${target} ${output.trim()}`,
    );
    expect(found).toEqual({
      'web/app 1': 2,
      'web/proxy 0': 2,
      'api/app 0': 2,
      'job/app 0': 2,
      'node/app 1': nodes.length,
    });
    expect(audit.exitCode).toBe(0);
  });

  it('resolves a name once per node, grouped by node', async () => {
    const flags = ['--one-per-node', '--group-by=node', '--expect=ok'];
    const words = ['wget', '-q', '-O-', 'http://shop.test:8080/healthz'];
    const audit = await runProgram(all(...flags, '--', ...words));
    expect(audit).toMatchObject({ exitCode: 0, stderr: '' });
    for (const node of nodes) expect(audit.stdout).toContain(node);
  });

  it.skipIf(TLS_IMAGE === undefined)('sees when a certificate expires, from one pod per owner', async () => {
    const certificate = await makeCertificate(new Date('2026-01-01T00:00:00Z'));
    const pair = { 'tls.crt': certificate.certificate, 'tls.key': certificate.key };
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'tls' }, stringData: pair };
    await kubectl(['create', '-n', free.name, '-f', '-'], JSON.stringify(secret));
    const serve = 'exec openssl s_server -accept 8443 -cert /tls/tls.crt -key /tls/tls.key -www';
    const container = {
      ...shellContainer('tls', serve),
      image: TLS_IMAGE,
      volumeMounts: [{ name: 'tls', mountPath: '/tls' }],
      readinessProbe: { tcpSocket: { port: 8443 }, periodSeconds: 1 },
    };
    await free.create([
      aPod('tls', { containers: [container], volumes: [{ name: 'tls', secret: { secretName: 'tls' } }] }),
    ]);
    const script = `openssl s_client -connect ${await ipOf('tls')}:8443 </dev/null 2>/dev/null | openssl x509 -noout -enddate`;
    const flags = [
      `--image=${TLS_IMAGE ?? ''}`,
      '--one-per-owner',
      '--expect=/^notAfter=\\w+ +\\d+ .* GMT/',
      '-o=jsonl',
    ];
    const audit = await runProgram(all(...flags, '--', 'sh', '-c', script));
    expect(audit).toMatchObject({ exitCode: 0, stderr: '' });
    const rows = rowsOf(audit.stdout);
    expect(countBy(rows, ({ owner }) => owner?.name ?? 'node')).toEqual({
      web: 1,
      api: 1,
      job: 1,
      node: nodes.length,
    });
    expect(new Set(rows.map(({ output }) => output)).size).toBe(1);
  });

  it("dumps what only the target's user may read, into a file a pod", async () => {
    const dump = path.join(folder, 'dump');
    const flags = ['--run-as-user=target', `--output-dir=${dump}`];
    const audit = await runProgram(all(...flags, '--', 'cat', '/proc/1/environ'));
    expect(audit).toMatchObject({ exitCode: 0, stderr: '' });
    const files = await readdir(dump);
    expect(files).toHaveLength(6 + nodes.length);
    for (const file of files)
      expect(await readFile(path.join(dump, file), 'latin1')).toContain('PORT=8080\0');
  });
});

/** Starts a debug container that is kept, in the first pod of a namespace, and returns its pod and name. */
async function keepOne(namespace: Namespace): Promise<{ readonly pod: string; readonly keeper: string }> {
  const listed = await kubectl(['get', 'pods', '-l=app', '-n', namespace.name, '-o', 'name']);
  const pod = listed.split('\n')[0]?.replace('pod/', '') ?? '';
  const words = [pod, '-n', namespace.name, `--image=${DEBUG_IMAGE}`, '--target=app', '--via=exec'];
  const { exitCode, stderr } = await runProgram([...words, '--attach=false', '-q']);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  const keeper = (await namespace.ephemeralContainers(pod)).at(-1)?.name ?? '';
  await namespace.runs(pod, keeper);
  return { pod, keeper };
}

describe('an audit', () => {
  let late: Promise<ProgramResult>;
  beforeAll(() => {
    const script = 'trap "exit 0" TERM; echo begun; sleep 1000 & wait';
    const words = ['audit', 'shop', `-n=${free.name}`, `--image=${DEBUG_IMAGE}`, '-q', '-o=jsonl'];
    // Long enough for the start of the container, and beside the other tests.
    late = runProgram([...words, '--timeout=30s', '--', 'sh', '-c', script]);
  });

  it('runs in what is kept with --reuse, also where Pod Security had it made with another profile', async () => {
    const namespaces = [free, base, strict];
    const kept = await Promise.all(namespaces.map(keepOne));
    const before = await Promise.all(
      namespaces.map(({ ephemeralContainers }, index) => ephemeralContainers(kept[index]?.pod ?? '')),
    );
    const names = namespaces.map(({ name }, index) => `${name}/${kept[index]?.pod ?? ''}`);
    const flags = [`--image=${DEBUG_IMAGE}`, '--target=app', '--reuse', '-q', '-o=jsonl'];
    const audit = await runProgram(['audit', ...names, ...flags, '--', 'sh', '-c', 'id -u; exit 4']);
    expect(audit).toMatchObject({ exitCode: 1, stderr: '' });
    const rows = rowsOf(audit.stdout);
    expect(rows.map((row) => [row.container, row.profile, row.exitCode, row.output])).toEqual(
      expect.arrayContaining([
        [kept[0]?.keeper, 'general', 4, '0\n'],
        [kept[1]?.keeper, 'baseline', 4, '1001\n'],
        [kept[2]?.keeper, 'restricted', 4, '1000\n'],
      ]),
    );
    const after = await Promise.all(
      namespaces.map(({ ephemeralContainers }, index) => ephemeralContainers(kept[index]?.pod ?? '')),
    );
    expect(after).toEqual(before);
  });

  it('ends what runs at the second Ctrl-C, and says so', async () => {
    const script = 'trap "exit 0" TERM; sleep 1000 & wait';
    const words = ['audit', 'node-1', `-n=${free.name}`, `--image=${DEBUG_IMAGE}`, '-o=jsonl'];
    const before = (await free.ephemeralContainers('node-1')).length;
    const program = startProgram([...words, '--', 'sh', '-c', script]);
    await eventually('the debug container', async () => {
      const { status } = await free.read('node-1');
      const states = status?.ephemeralContainerStatuses ?? [];
      return states.length > before && states.some(({ state }) => state?.running !== undefined)
        ? true
        : undefined;
    });
    program.kill('SIGINT');
    await program.waitFor('stderr', /Ctrl-C again/);
    program.kill('SIGINT');
    const { exitCode, stdout } = await program.ended;
    expect(exitCode).toBe(130);
    expect(rowsOf(stdout)).toMatchObject([{ outcome: 'interrupted' }]);
  });

  it('ends a command that runs longer than --timeout, and keeps what it said until then', async () => {
    const { exitCode, stdout } = await late;
    expect(exitCode).toBe(3);
    const [row] = rowsOf(stdout);
    expect(row).toMatchObject({ outcome: 'timeout', output: 'begun\n' });
    const { status } = await free.read('shop');
    const ended = status?.ephemeralContainerStatuses?.find(({ name }) => name === row?.container);
    expect(ended?.state?.terminated?.exitCode).toBe(0);
  });
});
