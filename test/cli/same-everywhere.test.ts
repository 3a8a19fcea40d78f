import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../src/pod/containers/envelope.ts';
import type { ContainerFields } from '../../src/pod/types.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish } from '../drivers/run-command.ts';

const REFUSAL = {
  kind: 'Status',
  code: 403,
  reason: 'Forbidden',
  message:
    'pods "x" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true (container "dbg" must set securityContext.runAsNonRoot=true)',
};

let cluster: RunPlayground;
/** The server takes the second kind of container only, as level "restricted" does, in pods that are called so. */
beforeAll(async () => {
  const tries = new Map<string, number>();
  cluster = await runPlayground(({ method, path }) => {
    if (method !== 'PATCH' || !path.includes('/strict-')) return undefined;
    tries.set(path, (tries.get(path) ?? 0) + 1);
    return (tries.get(path) ?? 0) === 1 ? { status: 403, body: REFUSAL } : undefined;
  });
});
afterAll(() => cluster.close());

const ENV = { KUBECTL_DEBUG_IMAGE: 'tools:1', NO_COLOR: '1' };
const SAID = /^(?:using |no target|Targeting|Warning: |--profile|.*--profile=)/;
let calls = 0;

interface Line {
  readonly argv: (pod: string) => readonly string[];
  readonly prefix: string;
}

/** What was made, and what was said of it; all that differs from call to call is left out. */
async function carryOut({ argv, prefix }: Line, isTerminal: boolean): Promise<object> {
  calls += 1;
  const name = `${prefix}-${calls}`;
  await cluster.makePod(undefined, { name });
  const command = cluster.start(argv(name), { isTerminal, env: ENV });
  const { exitCode, stderr } = await finish(command);
  const { spec } = cluster.readPod(name);
  const copied = argv(name).includes('--copy-to=copy') ? cluster.readPod('copy') : undefined;
  if (copied !== undefined) await cluster.playground.deletePod({ namespace: 'default', name: 'copy' }, 0);
  const made = [...(spec.ephemeralContainers ?? []), ...(copied?.spec.containers ?? [])];
  const said = stderr.split('\n').filter((line) => SAID.test(line));
  return {
    exitCode,
    shares: copied?.spec.shareProcessNamespace,
    made: made.map(chosenIn),
    said: said.map((line) =>
      line.replaceAll(name, 'POD').replaceAll(/(?:debugger|audit)-[a-z0-9-]+/g, 'CONTAINER'),
    ),
  };
}

function chosenIn(container: ContainerFields & { readonly targetContainerName?: string }): object {
  const { image, securityContext, targetContainerName } = container;
  return { image, securityContext, targetContainerName, command: commandOf(container).map(withoutId) };
}

const withoutId = (word: string): string => word.replace(/^[0-9a-f]{64}$/, 'ID');

const app =
  (...words: readonly string[]): Line['argv'] =>
  (pod) => [pod, ...words, '--', 'true'];

describe.each([
  { line: 'our short way', argv: app(), prefix: 'pod', target: 'app', image: 'tools:1' },
  {
    line: 'our short way, where only restricted passes',
    argv: app('-c', 'dbg'),
    prefix: 'strict',
    target: 'app',
    image: 'tools:1',
  },
  { line: '--image', argv: app('--image=tools:2'), prefix: 'pod', target: undefined, image: 'tools:2' },
  {
    line: '--image, where only restricted passes',
    argv: app('--image=tools:2', '-c', 'dbg'),
    prefix: 'strict',
    target: undefined,
    image: 'tools:2',
  },
  {
    line: '--image --target=auto',
    argv: app('--image=tools:2', '--target=auto'),
    prefix: 'pod',
    target: 'app',
    image: 'tools:2',
  },
  {
    line: '--image --rootfs',
    argv: app('--image=tools:2', '--rootfs'),
    prefix: 'pod',
    target: 'app',
    image: 'tools:2',
  },
  { line: '--target=', argv: app('--target='), prefix: 'pod', target: undefined, image: 'tools:1' },
  { line: '--profile', argv: app('--profile=baseline'), prefix: 'pod', target: 'app', image: 'tools:1' },
  {
    line: '--run-as-user=target',
    argv: app('--run-as-user=7'),
    prefix: 'pod',
    target: 'app',
    image: 'tools:1',
  },
  {
    line: 'audit',
    argv: (pod) => ['audit', '-y', ...app()(pod)],
    prefix: 'pod',
    target: 'app',
    image: 'tools:1',
  },
  {
    line: 'audit --image',
    argv: (pod) => ['audit', '-y', '--image=tools:2', ...app()(pod)],
    prefix: 'pod',
    target: 'app',
    image: 'tools:2',
  },
] satisfies readonly (Line & { line: string; target: string | undefined; image: string })[])(
  '$line',
  (line) => {
    it('chooses image, target, profile and user alike on a terminal and in a script', async () => {
      const script = await carryOut(line, false);
      expect(script).toMatchObject({
        made: [
          { image: line.image, targetContainerName: line.target, command: expect.arrayContaining(['true']) },
        ],
      });
      expect(await carryOut(line, true)).toEqual(script);
    });
  },
);

it.each([
  { label: 'without --image', words: ['--copy-to=copy'], image: 'tools:1' },
  { label: 'with it', words: ['--copy-to=copy', '--image=tools:2'], image: 'tools:2' },
])('makes the same copy on a terminal and in a script, $label', async ({ words, image }) => {
  const line = { argv: app(...words), prefix: 'pod' };
  const script = await carryOut(line, false);
  expect(script).toMatchObject({
    exitCode: 0,
    shares: true,
    made: expect.arrayContaining([expect.objectContaining({ image })]),
  });
  expect(await carryOut(line, true)).toEqual(script);
});

it.each([
  { label: 'without --image', words: [] },
  { label: 'with it', words: ['--image=tools:2'] },
])('makes the same pod on a node, $label', async ({ words }) => {
  const made = async (isTerminal: boolean): Promise<string> => {
    const argv = ['node/playground', ...words, '--dry-run=client', '-o', 'json', '--', 'true'];
    return (await finish(cluster.start(argv, { isTerminal, env: ENV }))).stdout.replaceAll(
      /node-debugger-[\w-]+/g,
      '',
    );
  };
  expect(await made(true)).toBe(await made(false));
  expect(await made(false)).toContain(words.length === 0 ? 'tools:1' : 'tools:2');
});

it('says what was chosen in a script as well', async () => {
  const { said } = (await carryOut({ argv: app('-c', 'dbg'), prefix: 'strict' }, false)) as {
    said: readonly string[];
  };
  expect(said.join('\n')).toMatch(/^using image tools:1, target container "app", --profile=restricted/m);
});
