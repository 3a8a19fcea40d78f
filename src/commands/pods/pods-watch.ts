import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { podListPath } from '../../cluster/api/pods.ts';
import type { WatchedObject } from '../../cluster/watch/watch-line.ts';
import type { WatchEvent } from '../../cluster/watch/watch-memory.ts';
import { POD } from '../../cluster/objects/object-shapes.ts';
import { watchObjects } from '../../cluster/watch/watch.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { GET_EXIT } from '../../errors/exit-codes.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import type { PodEvent, ShownPod } from '../../output/table/shown-pod.ts';
import type { Pod } from '../../pod/types.ts';
import type { TargetRef } from '../../target/names/parse-target.ts';
import { resolvePod } from '../../target/objects/resolve-pod.ts';
import {
  describeNamespace,
  listSelectedPods,
  selectPods,
  type PodSelection,
} from '../../target/workloads/select-pods.ts';
import { openPrinter, writePart } from './pods-print.ts';
import {
  filterSelection,
  refuseToWatch,
  selectionOf,
  type PodsRequest,
  type WatchMode,
} from './pods-request.ts';
import { readTargetFiles, type Listing } from './pods-targets.ts';

/** A request with `--watch` or `--watch-only`. */
export type WatchedRequest = PodsRequest & { readonly watch: WatchMode };

/** The list from which a watch continues. */
interface Start {
  readonly known: readonly WatchedObject[];
  readonly resourceVersion: string | undefined;
}

/**
 * Shows pods, and each one again when it changes, until interrupted. Throws `not-found` for a name that does not exist, and
 * the error that ends the watch.
 */
export async function watchPods(listing: Listing, request: WatchedRequest): Promise<number> {
  const { io } = listing;
  if (request.sortBy !== undefined) io.stderr.write(`warning: ${sortWarning(request.watch)}\n`);
  const found = await findSelection(listing, request);
  if (found === undefined) return GET_EXIT.ok;
  const selection = filterSelection(io, request, found);
  const printer = await openPrinter(listing, request, {
    isEach: true,
    hasNamespaces: selection.namespace === undefined,
  });
  const write = async (text: string): Promise<void> => {
    if ((await writePart(io, request, text)) === 'closed') throw new Interrupted('SIGPIPE');
  };
  await watchSelection({
    listing,
    request,
    selection,
    show: (pods) => write(printer.page(pods, io.now())),
    onListed: () => write(printer.end()),
  });
  return GET_EXIT.ok;
}

/** Shows the pods of a selection, and each one again when it changes. Throws the error that ends the watch. */
export async function watchSelection(watch: Watching): Promise<void> {
  await follow(watch, await printStart(watch));
}

/** The warning for `--sort-by`. */
export function sortWarning({ showsList }: WatchMode): string {
  return showsList
    ? '--watch requested, --sort-by will be ignored for watch events received'
    : '--watch-only requested, --sort-by will be ignored';
}

/** Pods to watch, and how to show them. */
interface Watching {
  readonly listing: Listing;
  readonly request: WatchedRequest;
  readonly selection: PodSelection;
  readonly show: (pods: readonly ShownPod[]) => Promise<void>;
  /** Called when all pods of the list were shown. */
  readonly onListed: () => Promise<void>;
}

/** undefined if the target does not exist, and `--ignore-not-found` was given. */
export async function findSelection(
  listing: Listing,
  { source, ignoresNotFound }: Pick<WatchedRequest, 'source' | 'ignoresNotFound'>,
): Promise<PodSelection | undefined> {
  if (source.kind === 'list') return selectionOf(source, listing.cluster.namespace);
  const targets = source.kind === 'named' ? source.targets : await readTargetFiles(listing, source.files);
  const [target, ...others] = targets;
  if (target === undefined || others.length > 0) throw refuseToWatch();
  try {
    return await selectTarget(listing, target);
  } catch (error) {
    if (ignoresNotFound && isCliError(error) && error.kind === 'not-found') return undefined;
    throw error;
  }
}

async function selectTarget({ cluster, signal }: Listing, target: TargetRef): Promise<PodSelection> {
  if (target.kind !== 'pod') return selectPods(cluster, target, signal);
  const { namespace = cluster.namespace, name } = target;
  await resolvePod(cluster, { namespace, name }, signal);
  return { namespace, fieldSelector: `metadata.name=${name}`, includes: () => true };
}

async function printStart({ listing, request, selection, show, onListed }: Watching): Promise<Start> {
  const { cluster, signal } = listing;
  const { showsList, hasEvents } = request.watch;
  const known: WatchedObject[] = [];
  let resourceVersion: string | undefined;
  for await (const page of listSelectedPods(cluster, { ...selection, limit: request.chunkSize }, signal)) {
    resourceVersion ??= page.resourceVersion;
    for (const item of page.items) known.push(briefOf(item));
    const shown = page.items.map((pod): ShownPod => (hasEvents ? { pod, event: 'ADDED' } : { pod }));
    if (showsList) await show(shown);
  }
  await onListed();
  return { known, resourceVersion };
}

/** What the watch remembers of a pod: whole pods would fill the memory. */
function briefOf({ metadata }: Pod): WatchedObject {
  const { name = '', namespace = '', uid = '', resourceVersion = '' } = metadata;
  return { metadata: { name, namespace, uid, resourceVersion } };
}

const EVENTS: Readonly<Record<WatchEvent<Pod>['type'], PodEvent>> = {
  added: 'ADDED',
  modified: 'MODIFIED',
  relisted: 'MODIFIED',
  deleted: 'DELETED',
};

async function follow({ listing, request, selection, show }: Watching, start: Start): Promise<void> {
  const { io, cluster, signal } = listing;
  const { namespace, includes, ...selectors } = selection;
  const shown = new Set(start.known.map(keyOf));
  const path = podListPath(namespace);
  try {
    for await (const event of watchObjects<Pod>(io, cluster, {
      path,
      shape: POD,
      selection: selectors,
      signal,
      ...start,
    })) {
      const pod = wholePod(event.object);
      const isIncluded = event.type !== 'deleted' && includes(pod);
      if (!isIncluded && !shown.delete(keyOf(pod))) continue;
      if (isIncluded) shown.add(keyOf(pod));
      const part = request.watch.hasEvents ? { pod, event: EVENTS[event.type] } : { pod };
      await show([part]);
    }
  } catch (error) {
    throw explainApiError(error, { action: `watch pods in ${describeNamespace(namespace)}` });
  }
}

function keyOf({ metadata }: WatchedObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}

/** Of a pod that was deleted while the watch had no connection, only the metadata is known. */
function wholePod({ metadata, spec, ...rest }: Partial<Pod> & WatchedObject): Pod {
  if (spec !== undefined) return { metadata, spec, ...rest };
  return { metadata, spec: { containers: [] }, status: { phase: 'Unknown', reason: 'Deleted' } };
}
