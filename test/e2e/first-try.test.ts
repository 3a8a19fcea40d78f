import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pod } from '../../src/pod/types.ts';
import { DEBUG_IMAGE, ROOT } from './environment.ts';
import {
  aPod,
  APP_COMMAND_LINE,
  APP_CONTAINER,
  createNamespace,
  shellContainer,
  type Namespace,
} from './fixture.ts';
import { runProgram } from './program.ts';

const LEVELS = ['privileged', 'baseline', 'restricted'] as const;
type Level = (typeof LEVELS)[number];

const CONFINED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
const asUser = { ...APP_CONTAINER, securityContext: { ...CONFINED, runAsUser: 1000, runAsNonRoot: true } };
const sidecar = { ...shellContainer('sidecar', 'exec sleep 86400'), restartPolicy: 'Always' };

/** Pods as people have them; `app` is the program to debug. */
const PODS: readonly {
  readonly what: string;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly levels: readonly Level[];
}[] = [
  { what: 'as root, no shell in the image', spec: {}, levels: ['privileged', 'baseline'] },
  {
    what: 'uid 1000 by the pod',
    spec: {
      securityContext: { runAsUser: 1000, runAsNonRoot: true },
      containers: [{ ...APP_CONTAINER, securityContext: CONFINED }],
    },
    levels: LEVELS,
  },
  { what: 'uid 1000 by the container', spec: { containers: [asUser] }, levels: LEVELS },
  { what: 'with a sidecar', spec: { initContainers: [sidecar] }, levels: ['privileged'] },
  { what: 'shared process IDs', spec: { shareProcessNamespace: true }, levels: ['privileged'] },
  {
    what: 'keeps crashing',
    spec: { containers: [shellContainer('app', 'exit 1')] },
    levels: ['privileged'],
  },
  {
    what: 'stuck in an init container',
    spec: { initContainers: [shellContainer('prepare', 'exec sleep 86400')] },
    levels: ['privileged'],
  },
  {
    what: 'static',
    // A node that does not exist: a kubelet deletes what looks static and is in no file of its own.
    spec: { nodeName: 'nowhere' },
    annotations: { 'kubernetes.io/config.mirror': 'forged' },
    levels: ['privileged'],
  },
  {
    what: 'finished',
    spec: { restartPolicy: 'Never', containers: [shellContainer('app', 'exit 0')] },
    levels: ['privileged'],
  },
];

const appState = ({ status }: Pod) => status?.containerStatuses?.[0]?.state;

const initState = ({ status }: Pod) => status?.initContainerStatuses?.[0]?.state;

/** When a pod whose app never runs for long is as it is meant to be. */
const SETTLED: Readonly<Record<string, (pod: Pod) => boolean>> = {
  static: ({ status }) => status?.phase === 'Pending',
  finished: ({ status }) => status?.phase === 'Succeeded',
  'keeps crashing': (pod) => appState(pod)?.waiting?.reason === 'CrashLoopBackOff',
  'stuck in an init container': (pod) => initState(pod)?.running !== undefined,
};
const appRuns = (pod: Pod) => appState(pod)?.running !== undefined;

function isSettled(pod: Pod): boolean {
  const what = CASES.find(({ name }) => name === pod.metadata.name)?.what ?? '';
  return (SETTLED[what] ?? appRuns)(pod);
}

const CASES = PODS.flatMap(({ what, spec, annotations, levels }, index) =>
  levels.map((level) => ({ what, spec, annotations, level, name: `pod-${index}` })),
);

const namespaces = new Map<Level, Namespace>();
beforeAll(async () => {
  process.env['KUBECTL_DEBUG_IMAGE'] = DEBUG_IMAGE;
  for (const level of LEVELS) {
    const namespace = await createNamespace(`first-${level}`);
    namespaces.set(level, namespace);
    await namespace.enforce(level);
    const pods = CASES.filter((each) => each.level === level).map(({ name, spec, annotations }) => {
      const pod = aPod(name, spec);
      return { ...pod, metadata: { ...pod.metadata, ...(annotations && { annotations }) } };
    });
    await namespace.create(pods, isSettled);
  }
});
afterAll(async () => {
  for (const namespace of namespaces.values()) await namespace.remove();
});

/** Says what the shell sees: the line of the app among all processes, and its files. */
const LOOK = `for dir in /proc/[0-9]*; do
  [ "$(tr '\\0' ' ' < $dir/cmdline)" = "${APP_COMMAND_LINE} " ] || [ "$(tr '\\0' ' ' < $dir/cmdline)" = "${APP_COMMAND_LINE}" ] || continue
  echo processes; ls $dir/root/etc > /dev/null 2>&1 && echo files
done; echo shell`;

/** One line: what was seen, or why there is nothing to see. */
async function tryFirst(name: string, level: Level): Promise<string> {
  const namespace = namespaces.get(level)?.name ?? '';
  const { stdout, stderr } = await runProgram([
    name,
    '-n',
    namespace,
    '--target=auto',
    '--',
    'sh',
    '-c',
    LOOK,
  ]);
  const [, kind] = /^error: .* \[([a-z-]+)\]$/m.exec(stderr) ?? [];
  const hasHint = /^hint: .+/m.test(stderr);
  if (kind !== undefined) return `refused: ${kind}${hasHint ? ', with the next command to type' : ''}`;
  return ['shell', 'processes', 'files'].filter((word) => stdout.split('\n').includes(word)).join(', ');
}

/** As prettier lays a table out. */
function renderTable(rows: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(width(column))).join(' | ')} |`;
  const [header = [], ...body] = rows;
  return [line(header), line(header.map((_, column) => '-'.repeat(width(column)))), ...body.map(line)].join(
    '\n',
  );
}

it('ends in a shell that sees processes and files, or in one sentence, as docs/first-try.md says', async () => {
  const rows: string[][] = [];
  for (const { what, level, name } of CASES) rows.push([what, level, await tryFirst(name, level)]);
  const text = `# The first try

What \`kubectl-debug POD --target=auto -- COMMAND\` comes to, without any other flag: whether the command runs in a shell,
and which of the app's processes and files (\`/proc/PID/root\`) it sees, or why it does not run. Where the app does not run
there is nothing of it to see. Written by \`test/e2e/first-try.test.ts\` on a real cluster, with a debug image that runs as
root.

${renderTable([['the app', 'Pod Security level', 'what comes of it'], ...rows])}
`;
  await expect(text).toMatchFileSnapshot(path.join(ROOT, 'docs/first-try.md'));
  for (const [, , outcome = ''] of rows) expect(outcome).toMatch(/^(?:shell|refused: )/);
});
