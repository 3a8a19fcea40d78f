import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pod } from '../../../src/pod/types.ts';
import { runKubectl, type Result } from '../kubectl.ts';
import { runProgram } from '../program.ts';
import { mustCall, type Api } from './api.ts';
import { comparable } from './comparable.ts';
import { FILES } from './files.ts';
import { FIXTURES, type FixtureName, type FixturePod } from './fixtures.ts';
import type { Row } from './row.ts';

/** One of the two programs, with the namespace that it works in. */
export interface Side {
  readonly api: Api;
  readonly namespace: string;
  /** The node object that rows use, which has no machine. */
  readonly node: { readonly name: string; readonly uid: string };
  /** For files. */
  readonly folder: string;
  readonly run: (args: readonly string[], stdin: string, word?: string) => Promise<Result>;
}

/** What a program made of a row; pods as `comparable` has them. */
export interface Played extends Result {
  readonly before: readonly Pod[];
  readonly after: readonly Pod[];
  /** The names of the pods that are there afterwards. */
  readonly names: readonly string[];
}

/** kubectl waits only with -i, which it must not do here: nothing ever starts. */
export function runTheirs(args: readonly string[], stdin: string, word = 'debug'): Promise<Result> {
  const flags = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  const waits = flags.some((arg) => ['-i', '-it', '--stdin'].includes(arg)) && !saysAttach(flags);
  return runKubectl([word, ...(waits ? ['--attach=false'] : []), ...args], stdin);
}

/** Ours waits unless it is told not to. */
export function runOurs(args: readonly string[], stdin: string, word?: string): Promise<Result> {
  const words = word === undefined ? [] : [word];
  return runProgram([...words, ...(saysAttach(args) ? [] : ['--attach=false']), ...args], { input: stdin });
}

const saysAttach = (args: readonly string[]) => args.some((arg) => arg.startsWith('--attach'));

/** The path of the pods of a namespace. */
export const podsOf = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;

/** Makes the pods of a row, runs the program, and reads what it has made of them. */
export async function playRow(side: Side, row: Row, id: string): Promise<Played> {
  const podNames = row.pods.map((_, index) => (index === 0 ? id : `${id}-${index + 1}`));
  const before = await Promise.all(
    row.pods.map((fixture, index) => createFixture(side, fixture, podNames[index] ?? '')),
  );
  const fill = await prepare(side, row, id);
  const args = ['-n', side.namespace, ...row.args.map(fill)];
  const result = await side.run(args, fill(FILES[row.stdin ?? ''] ?? ''), row.word);
  const after = await readPods(side, [...podNames, `${id}-copy`, ...(await nodePods(side, id, result))]);
  const names = after.map(({ metadata }) => metadata.name ?? '');
  return { ...result, before: before.map(comparable), after: after.map(comparable), names };
}

async function createFixture(side: Side, fixture: FixtureName, name: string): Promise<Pod> {
  const { api, namespace, node } = side;
  const { spec, labels, annotations, isOwned, ephemeralContainers, phase }: FixturePod = FIXTURES[fixture];
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', ...node }];
  const metadata = { name, labels, annotations, ...(isOwned && { ownerReferences }) };
  const text = JSON.stringify({ metadata, spec }).replaceAll('{node}', node.name);
  let pod = await mustCall(api, { method: 'POST', path: podsOf(namespace), body: JSON.parse(text) });
  const patch = async (part: string, body: unknown) =>
    mustCall(api, { method: 'PATCH', path: `${podsOf(namespace)}/${name}/${part}`, body });
  if (ephemeralContainers !== undefined)
    pod = await patch('ephemeralcontainers', { spec: { ephemeralContainers } });
  if (phase !== undefined) pod = await patch('status', { status: { phase } });
  return pod as Pod;
}

/** Writes the files that the row names, and returns what fills its placeholders. */
async function prepare({ folder, namespace, node }: Side, row: Row, id: string) {
  const ownFolder = path.join(folder, id);
  const values: Readonly<Record<string, string>> = {
    pod: id,
    pod2: `${id}-2`,
    copy: `${id}-copy`,
    node: node.name,
    namespace,
    folder: ownFolder,
  };
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const named = row.args.join(' ');
  if (named.includes('{folder}')) {
    for (const [name, text] of Object.entries(FILES)) {
      if (!named.includes(`{folder}/${name.split('/')[0] ?? ''}`)) continue;
      const file = path.join(ownFolder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, fill(text));
    }
  }
  return fill;
}

async function readPods({ api, namespace }: Side, names: readonly string[]): Promise<readonly Pod[]> {
  const replies = await Promise.all(
    names.map((name) => api.call({ method: 'GET', path: `${podsOf(namespace)}/${name}` })),
  );
  return replies.filter(({ status }) => status === 200).map(({ body }) => body as Pod);
}

/** The node pods that a program said it makes; a row with -q names the container after its copy. */
async function nodePods({ api, namespace }: Side, id: string, { stdout, stderr }: Result) {
  const said = [...`${stdout}\n${stderr}`.matchAll(/Creating debugging pod (\S+) /g)].map(([, name]) => name);
  const selector = 'labelSelector=app.kubernetes.io/managed-by=kubectl-debug';
  const pods = await listPods(api, `${podsOf(namespace)}?${selector}`);
  const isOfRow = ({ metadata, spec }: Pod) =>
    said.includes(metadata.name) || spec.containers[0]?.name === `${id}-copy`;
  return pods.filter(isOfRow).map(({ metadata }) => metadata.name ?? '');
}

async function listPods(api: Api, where: string): Promise<readonly Pod[]> {
  const list = await mustCall(api, { method: 'GET', path: where });
  return (list as { readonly items: readonly Pod[] }).items;
}

/** The names of all pods of a side. */
export async function listPodNames({ api, namespace }: Side): Promise<readonly string[]> {
  return (await listPods(api, podsOf(namespace))).map(({ metadata }) => metadata.name ?? '');
}
