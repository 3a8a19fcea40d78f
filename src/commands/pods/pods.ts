import type { CliError } from '../../errors/cli-error.ts';
import { EXIT, GET_EXIT } from '../../errors/exit-codes.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { asCalled } from '../../output/say/as-called.ts';
import { renderError } from '../../output/say/print-error.ts';
import { matchesFilters } from '../../pod/columns/pod-filters.ts';
import type { TargetRef } from '../../target/names/parse-target.ts';
import { listSelectedPods, type PodSelection } from '../../target/workloads/select-pods.ts';
import { openPrinter, openTally, sayNothingFound, tallyOf, writePart } from './pods-print.ts';
import { readPodsRequest, selectionOf, type PodsRequest } from './pods-request.ts';
import { readTargetFiles, readTargets, type Listing } from './pods-targets.ts';
import { pagedSelection, showPods } from './shown-pods.ts';
import { withAnyNamespace } from '../shared/with-cluster.ts';

/** `kubectl-debug pods [TARGET…]`: prints what `kubectl get pods` prints, with READY and STATUS computed here. */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const request = await readPodsRequest(io, input);
  if (input.flags.isGiven('contexts')) {
    const { podsInContexts } = await import('./pods-in-contexts.ts');
    return podsInContexts(io, input.flags, request);
  }
  return withAnyNamespace(io, input.flags, async (cluster, signal) => {
    const listing = { io, cluster, signal };
    const { source, watch } = request;
    if (watch !== undefined) {
      const { watchPods } = await import('./pods-watch.ts');
      return watchPods(listing, { ...request, watch });
    }
    if (source.kind === 'list') return printList(listing, request, selectionOf(source, cluster.namespace));
    const targets = source.kind === 'named' ? source.targets : await readTargetFiles(listing, source.files);
    return printTargets(listing, request, targets);
  });
}

async function printList(listing: Listing, request: PodsRequest, selection: PodSelection): Promise<number> {
  const { io, cluster, signal } = listing;
  const { namespace } = selection;
  const printer = await openPrinter(listing, request, {
    isEach: false,
    hasNamespaces: namespace === undefined,
  });
  let count = 0;
  const tally = openTally();
  const paged = pagedSelection(listing, request, { selection, add: tally.add });
  for await (const { items } of listSelectedPods(cluster, paged, signal)) {
    count += items.length;
    const text = printer.page(await showPods(listing, request, items), io.now());
    if ((await writePart(io, request, text)) === 'closed') return EXIT.brokenPipe;
  }
  await writePart(io, request, printer.end());
  if (count === 0) sayNothingFound(io, request, { namespace, tally: tally.read() });
  return GET_EXIT.ok;
}

/**
 * Whether to print one object instead of a list, as in kubectl: for one named pod, and for a file in which only one pod is
 * found.
 */
function isOneObject({ source }: PodsRequest, targets: readonly TargetRef[], count: number): boolean {
  if (source.kind !== 'files') return targets.length === 1 && targets[0]?.kind === 'pod';
  return count === 1 && source.files.length === 1 && source.files[0]?.name !== '-';
}

async function printTargets(
  listing: Listing,
  request: PodsRequest,
  targets: readonly TargetRef[],
): Promise<number> {
  const { io, cluster } = listing;
  const { pods: found, failures } = await readTargets(listing, targets, !request.ignoresNotFound);
  const pods = found.filter((pod) => matchesFilters(pod, request.filters, io.now()));
  const isEach = isOneObject(request, targets, found.length);
  const hasNamespaces = targets.some(({ kind }) => kind === 'node') && !cluster.namespaceIsExplicit;
  const printer = await openPrinter(listing, request, { isEach, hasNamespaces });
  const shown = await showPods(listing, request, pods);
  if (pods.length > 0 || (failures.length === 0 && !isEach))
    await writePart(io, request, printer.page(shown, io.now()) + printer.end());
  if (pods.length === 0 && failures.length === 0)
    sayNothingFound(io, request, {
      namespace: hasNamespaces ? undefined : cluster.namespace,
      tally: tallyOf(found),
    });
  return sayFailures(io, request, failures);
}

function sayFailures(io: Io, { ignoresNotFound }: PodsRequest, failures: readonly CliError[]): number {
  const said = failures.filter(({ kind }) => kind !== 'not-found' || !ignoresNotFound);
  for (const failure of said) io.stderr.write(asCalled(renderError(failure, { stack: false }), io));
  return said.length === 0 ? GET_EXIT.ok : GET_EXIT.failure;
}
