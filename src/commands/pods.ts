import type { Cluster } from '../cluster/cluster.ts';
import { explainApiError } from '../cluster/explain.ts';
import { listPods } from '../cluster/pods.ts';
import { isCliError, type CliError } from '../errors/cli-error.ts';
import type { ErrorKind } from '../errors/error-kinds.ts';
import { EXIT, GET_EXIT } from '../errors/exit-codes.ts';
import type { CommandInput } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import { openPodTable } from '../output/pod-table.ts';
import { renderError } from '../output/print-error.ts';
import { openList, printObject } from '../output/print-object.ts';
import { printable } from '../output/printable.ts';
import { writeText } from '../output/write-text.ts';
import type { Pod } from '../pod/types.ts';
import { resolvePod } from '../target/resolve-pod.ts';
import { readPodsRequest, type PodsOutput, type PodsRequest } from './pods-request.ts';
import { withCluster } from './with-cluster.ts';

type Named = PodsRequest & { kind: 'named' };
type List = PodsRequest & { kind: 'list' };

/** Where pods come from and go to. */
interface Listing {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly signal: AbortSignal;
}

/** Turns pages of pods into text, of which the parts together are the answer. */
interface PodPrinter {
  readonly page: (pods: readonly Pod[]) => string;
  readonly end: () => string;
}

/** `kubectl-debug pods [NAME…]`: what `kubectl get pods` prints, READY and STATUS computed here; its exit codes. */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const request = readPodsRequest(input);
  return withCluster(io, input.flags, (cluster, signal) => {
    const listing = { io, cluster, signal };
    return request.kind === 'list' ? printPods(listing, request) : printNamedPods(listing, request);
  });
}

/** Items of a list come without the type that a single object has; kubectl adds it. */
function withType(pod: Pod): Pod {
  return { apiVersion: 'v1', kind: 'Pod', ...pod };
}

function openPrinter(io: Io, output: PodsOutput, hasNamespaces: boolean): PodPrinter {
  if (output.kind === 'objects') {
    const { items, end } = openList(output.format);
    return { page: (pods) => items(pods.map(withType)), end };
  }
  const table = openPodTable({ ...output, hasNamespaces });
  return { page: (pods) => (pods.length === 0 ? '' : table.page(pods, io.now())), end: () => '' };
}

async function printPods({ io, cluster, signal }: Listing, request: List): Promise<number> {
  const { isAllNamespaces, labelSelector, output } = request;
  const namespace = isAllNamespaces ? undefined : cluster.namespace;
  const printer = openPrinter(io, output, isAllNamespaces);
  let count = 0;
  try {
    for await (const { items } of listPods(
      cluster,
      { namespace, ...(labelSelector && { labelSelector }) },
      signal,
    )) {
      count += items.length;
      if ((await writeText(io.stdout, printer.page(items))) === 'closed') return EXIT.brokenPipe;
    }
  } catch (error) {
    throw explainApiError(error, { action: `list pods in ${describeNamespace(namespace)}` });
  }
  await writeText(io.stdout, printer.end());
  if (count === 0 && output.kind === 'table') io.stderr.write(nothingFound(namespace));
  return GET_EXIT.ok;
}

function describeNamespace(namespace: string | undefined): string {
  return namespace === undefined ? 'all namespaces' : `namespace "${namespace}"`;
}

function nothingFound(namespace: string | undefined): string {
  const where = namespace === undefined ? '' : ` in ${printable(namespace)} namespace.`;
  return `No resources found${where}\n`;
}

/** Failures that say something about one pod, and nothing about the next. */
const OF_ONE_POD: readonly ErrorKind[] = ['not-found', 'forbidden'];

async function printNamedPods(listing: Listing, { names, output }: Named): Promise<number> {
  const { io } = listing;
  const { pods, failures } = await readNamedPods(listing, names);
  await writeText(io.stdout, renderNamed(io, { names, output, pods }));
  for (const failure of failures) io.stderr.write(renderError(failure, { stack: false }));
  return failures.length === 0 ? GET_EXIT.ok : GET_EXIT.failure;
}

interface NamedPods {
  readonly pods: readonly Pod[];
  readonly failures: readonly CliError[];
}

async function readNamedPods({ cluster, signal }: Listing, names: readonly string[]): Promise<NamedPods> {
  const pods: Pod[] = [];
  const failures: CliError[] = [];
  for (const name of names) {
    try {
      pods.push(await resolvePod(cluster, { namespace: cluster.namespace, name }, signal));
    } catch (error) {
      if (!isCliError(error) || !OF_ONE_POD.includes(error.kind)) throw error;
      failures.push(error);
    }
  }
  return { pods, failures };
}

/** One name is one object, several are a list even if one of them exists, as in kubectl. */
function renderNamed(io: Io, { names, output, pods }: Omit<Named, 'kind'> & Pick<NamedPods, 'pods'>): string {
  if (output.kind === 'objects' && names.length === 1) {
    return pods.map((pod) => printObject(withType(pod), output.format)).join('');
  }
  const printer = openPrinter(io, output, false);
  return printer.page(pods) + printer.end();
}
