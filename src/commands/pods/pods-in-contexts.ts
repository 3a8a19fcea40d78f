import { isCliError, type CliError } from '../../errors/cli-error.ts';
import { GET_EXIT } from '../../errors/exit-codes.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import type { FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import type { PodPrinter } from '../../output/print/pod-printer.ts';
import { asCalled } from '../../output/say/as-called.ts';
import { renderError } from '../../output/say/print-error.ts';
import type { ShownPod } from '../../output/table/shown-pod.ts';
import { matchesFilters } from '../../pod/columns/pod-filters.ts';
import type { Pod } from '../../pod/types.ts';
import type { TargetRef } from '../../target/names/parse-target.ts';
import { listSelectedPods } from '../../target/workloads/select-pods.ts';
import { errorInContext } from '../shared/contexts/in-context.ts';
import { readContexts } from '../shared/contexts/read-contexts.ts';
import {
  answeringSoon,
  withContexts,
  type OpenContext,
  type UsedContext,
} from '../shared/contexts/with-contexts.ts';
import { gatherPages, type GatheredPages, type PagePart } from './gather-pages.ts';
import { makePrinter, openTally, readLevels, sayNothingFound, writePart, type Shape } from './pods-print.ts';
import { filterSelection, refuseToWatch, selectionOf, type PodsRequest } from './pods-request.ts';
import { readTargetFiles, readTargets, type Listing } from './pods-targets.ts';
import { pagedSelection, showPods } from './shown-pods.ts';

/** The pods of several contexts, on their way to one output. */
interface Gathering {
  readonly io: Io;
  /** Its source names no files any more. */
  readonly request: PodsRequest;
  readonly flags: FlagValues;
  readonly shape: Shape;
  readonly pages: GatheredPages;
  readonly tally: ReturnType<typeof openTally>;
  /** The Pod Security levels of pods, for the view that shows them. */
  readonly levels: WeakMap<Pod, string>;
  readonly signal: AbortSignal;
  /** Resolves when no plugin asks on the terminal. */
  readonly idle: () => Promise<void>;
}

interface Numbered<Context extends UsedContext> {
  readonly context: Context;
  readonly order: number;
}

/** What became of a context. */
interface ContextEnd {
  readonly shown: number;
  readonly hasFailed: boolean;
}

/**
 * `kubectl-debug pods --contexts`: one list of the pods of several clusters. A cluster that cannot be read is a row and an
 * error on stderr, and the others go on; the exit code is 1 then.
 */
export async function podsInContexts(io: Io, flags: FlagValues, request: PodsRequest): Promise<number> {
  const names = await readContexts(io, flags);
  return withContexts(io, { flags, names }, async (contexts, signal, idle) => {
    const readRequest = await withoutFiles(io, request, signal);
    const gathering = await startGathering({ io, flags, request: readRequest, signal, idle }, contexts);
    const ends = await Promise.all(
      contexts.map((context, order) => showContext(gathering, { context, order })),
    );
    const hasFailed = ends.some((end) => end.hasFailed);
    const shown = ends.reduce((sum, end) => sum + end.shown, 0);
    if (shown === 0 && !hasFailed && request.watch === undefined)
      sayNothingFound(io, request, {
        namespace: sameNamespace(gathering.shape, contexts),
        tally: gathering.tally.read(),
      });
    return hasFailed ? GET_EXIT.failure : GET_EXIT.ok;
  });
}

/** Reads the files of `-f` once for all contexts: stdin can be read only once. */
async function withoutFiles(io: Io, request: PodsRequest, signal: AbortSignal): Promise<PodsRequest> {
  const { source, watch } = request;
  if (source.kind !== 'files') return request;
  const targets = await readTargetFiles({ io, signal }, source.files);
  if (watch !== undefined && targets.length !== 1) throw refuseToWatch();
  return { ...request, source: { kind: 'named', targets } };
}

async function startGathering(
  call: Pick<Gathering, 'io' | 'flags' | 'request' | 'signal' | 'idle'>,
  contexts: readonly UsedContext[],
): Promise<Gathering> {
  const { io, request } = call;
  const shape = shapeOf(request, contexts);
  const levels = new WeakMap<Pod, string>();
  const ios = new Map(contexts.map((context) => [context.name, context.io]));
  const printer = makePrinter(io, request, {
    ...shape,
    podSecurityOf: (pod) => levels.get(pod) ?? '<unknown>',
    ioOf: (context) => ios.get(context) ?? io,
  });
  const write = async (text: string): Promise<void> => {
    await call.idle();
    if (text !== '' && (await writePart(io, request, text)) === 'closed') throw new Interrupted('SIGPIPE');
  };
  if (request.watch !== undefined && request.sortBy !== undefined) {
    const { sortWarning } = await import('./pods-watch.ts');
    io.stderr.write(`warning: ${sortWarning(request.watch)}\n`);
  }
  const pages = gatherPages({
    io,
    count: contexts.length,
    print: (parts) => write(textOf(parts, printer, io.now())),
    end: () => write(printer.end()),
  });
  return { ...call, shape, pages, tally: openTally(), levels };
}

function textOf(parts: readonly PagePart[], printer: PodPrinter, now: Date): string {
  const pods = parts.flatMap((part) => part.pods);
  const page = pods.length === 0 ? '' : printer.page(pods, now);
  const failed = parts.flatMap((part) => part.failed ?? []);
  return page + failed.map(({ context, why }) => printer.failed(context, why)).join('');
}

/** Namespaces are shown if not all pods are of one. */
function shapeOf({ source, watch }: PodsRequest, contexts: readonly UsedContext[]): Shape {
  const own = new Set(contexts.flatMap((each) => (each.kind === 'open' ? [each.cluster.namespace] : [])));
  const isOfNodes = source.kind === 'named' && source.targets.some(({ kind }) => kind === 'node');
  const isOfAll = source.kind === 'list' && source.isAllNamespaces;
  const hasNamespaces = isOfAll || isOfNodes || own.size > 1 || namesNamespaces(source);
  return {
    isEach: watch !== undefined,
    hasNamespaces,
    contexts: contexts.map(({ name }) => name),
  };
}

function namesNamespaces(source: PodsRequest['source']): boolean {
  if (source.kind !== 'named') return false;
  return source.targets.some((target) => target.kind === 'pod' && target.namespace !== undefined);
}

function sameNamespace({ hasNamespaces }: Shape, contexts: readonly UsedContext[]): string | undefined {
  const open = contexts.find((each) => each.kind === 'open');
  return hasNamespaces ? undefined : open?.cluster.namespace;
}

/** Shows the pods of one context; its failure is a row and an error on stderr. */
async function showContext(gathering: Gathering, numbered: Numbered<UsedContext>): Promise<ContextEnd> {
  const { pages, signal } = gathering;
  const { context, order } = numbered;
  let isListed = false;
  const listed = async (): Promise<void> => {
    if (isListed) return;
    isListed = true;
    await pages.listed();
  };
  try {
    if (context.kind === 'failed') throw context.error;
    return await showOpen(gathering, { context, order }, listed);
  } catch (error) {
    signal.throwIfAborted();
    if (!isCliError(error)) throw error;
    await sayFailure(gathering, numbered, error);
    return { shown: 0, hasFailed: true };
  } finally {
    if (!signal.aborted) await listed();
  }
}

async function sayFailure(
  { pages, idle }: Gathering,
  { context, order }: Numbered<UsedContext>,
  error: CliError,
): Promise<void> {
  const { name, io } = context;
  await idle();
  io.stderr.write(asCalled(renderError(errorInContext(name, error), { stack: false }), io));
  await pages.add({ order, pods: [], failed: { context: name, why: error.kind } });
}

function showOpen(
  gathering: Gathering,
  numbered: Numbered<OpenContext>,
  listed: () => Promise<void>,
): Promise<ContextEnd> {
  const { request } = gathering;
  if (request.watch !== undefined) return showWatch(gathering, numbered, listed);
  return request.source.kind === 'list' ? showList(gathering, numbered) : showTargets(gathering, numbered);
}

function listingOf({ flags, signal }: Gathering, { io, cluster }: OpenContext): Listing {
  return { io, cluster: answeringSoon(cluster, flags), signal };
}

/** Passes pods on to the output, with their context. */
async function openPage(
  { pages, levels, request, shape }: Gathering,
  { context, order }: Numbered<OpenContext>,
  listing: Listing,
): Promise<(pods: readonly ShownPod[]) => Promise<void>> {
  const levelOf = await readLevels(listing, request, shape);
  return async (pods) => {
    if (levelOf !== undefined) for (const { pod } of pods) levels.set(pod, levelOf(pod));
    await pages.add({ order, pods: pods.map((shown) => ({ ...shown, context: context.name })) });
  };
}

async function showList(gathering: Gathering, numbered: Numbered<OpenContext>): Promise<ContextEnd> {
  const { request, tally, signal } = gathering;
  const { source } = request;
  if (source.kind !== 'list') return { shown: 0, hasFailed: false };
  const listing = listingOf(gathering, numbered.context);
  const page = await openPage(gathering, numbered, listing);
  const selection = selectionOf(source, listing.cluster.namespace);
  const paged = pagedSelection(listing, request, { selection, add: tally.add });
  let shown = 0;
  for await (const { items } of listSelectedPods(listing.cluster, paged, signal)) {
    shown += items.length;
    await page(await showPods(listing, request, items));
  }
  return { shown, hasFailed: false };
}

async function showTargets(gathering: Gathering, numbered: Numbered<OpenContext>): Promise<ContextEnd> {
  const { io, request, tally } = gathering;
  const listing = listingOf(gathering, numbered.context);
  const page = await openPage(gathering, numbered, listing);
  const { pods, failures } = await readTargets(listing, targetsOf(request), !request.ignoresNotFound);
  pods.forEach(tally.add);
  const fitting = pods.filter((pod) => matchesFilters(pod, request.filters, io.now()));
  await page(await showPods(listing, request, fitting));
  const said = failures.filter(({ kind }) => kind !== 'not-found' || !request.ignoresNotFound);
  for (const failure of said) await sayFailure(gathering, numbered, failure);
  return { shown: fitting.length, hasFailed: said.length > 0 };
}

function targetsOf({ source }: PodsRequest): readonly TargetRef[] {
  return source.kind === 'named' ? source.targets : [];
}

async function showWatch(
  gathering: Gathering,
  numbered: Numbered<OpenContext>,
  listed: () => Promise<void>,
): Promise<ContextEnd> {
  const { request } = gathering;
  const { watch } = request;
  if (watch === undefined) return { shown: 0, hasFailed: false };
  const listing = listingOf(gathering, numbered.context);
  const { findSelection, watchSelection } = await import('./pods-watch.ts');
  const found = await findSelection(listing, request);
  if (found !== undefined)
    await watchSelection({
      listing,
      request: { ...request, watch },
      selection: filterSelection(listing.io, request, found),
      show: await openPage(gathering, numbered, listing),
      onListed: listed,
    });
  return { shown: 0, hasFailed: false };
}
