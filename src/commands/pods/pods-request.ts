import type { Selection } from '../../cluster/list/list-pages.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { CommandInput, FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { parseRelaxedPath, type JsonPath } from '../../output/jsonpath/json-path-grammar.ts';
import type { PodsOutput } from '../../output/print/pod-printer.ts';
import type { ColorChoice } from '../../output/say/styles.ts';
import { matchesFilters, type PodFilter } from '../../pod/columns/pod-filters.ts';
import type { Pod } from '../../pod/types.ts';
import { parseTarget, type TargetRef } from '../../target/names/parse-target.ts';
import type { TextSource } from '../../target/manifests/read-texts.ts';
import type { PodSelection } from '../../target/workloads/select-pods.ts';
import { readPodsOutput } from './pods-output.ts';

/** Which pods to read. */
export type PodsSource =
  | { readonly kind: 'list'; readonly isAllNamespaces: boolean; readonly selection: Selection }
  /** In the order in which they were typed. */
  | { readonly kind: 'named'; readonly targets: readonly TargetRef[] }
  | { readonly kind: 'files'; readonly files: readonly TextSource[] };

/** How a watch shows pods. */
export interface WatchMode {
  /** Whether the list comes before the changes. */
  readonly showsList: boolean;
  readonly hasEvents: boolean;
}

/** The parsed command line of `pods`. */
export interface PodsRequest {
  readonly source: PodsSource;
  readonly output: PodsOutput;
  readonly watch: WatchMode | undefined;
  readonly sortBy: JsonPath | undefined;
  /** Pods on each page; 0 for all on one page. */
  readonly chunkSize: number;
  readonly ignoresNotFound: boolean;
  /** A pod must match all of them. */
  readonly filters: readonly PodFilter[];
  readonly color: ColorChoice;
}

function readSelection(flags: FlagValues): Selection {
  const labelSelector = flags.string('selector') ?? '';
  const fieldSelector = flags.string('field-selector') ?? '';
  return { ...(labelSelector !== '' && { labelSelector }), ...(fieldSelector !== '' && { fieldSelector }) };
}

function refuseBeside(flags: FlagValues, how: string): void {
  if (Object.keys(readSelection(flags)).length > 0)
    throw new CliError('usage', `pods are chosen ${how} or by a selector, not by both`);
  if (flags.boolean('all-namespaces'))
    throw new CliError('usage', `pods cannot be chosen ${how} in all namespaces`, {
      hint: 'leave --all-namespaces out, or name the namespace with -n',
    });
}

function readSource({ flags, names, commandAfterDash = [] }: CommandInput): PodsSource {
  const texts = [...names, ...commandAfterDash];
  const isRecursive = flags.boolean('recursive');
  const files = flags.strings('filename').map((name) => ({ name, isRecursive }));
  if (files.length === 0 && texts.length === 0) {
    const isAllNamespaces = flags.boolean('all-namespaces');
    return { kind: 'list', isAllNamespaces, selection: readSelection(flags) };
  }
  if (files.length > 0 && texts.length > 0)
    throw new CliError('usage', 'pods are named on the command line or by --filename, not by both');
  refuseBeside(flags, 'by name');
  return files.length > 0 ? { kind: 'files', files } : { kind: 'named', targets: texts.map(parseTarget) };
}

/** The error for a watch of several targets. */
export function refuseToWatch(): CliError {
  return new CliError('usage', 'you may only watch one pod, one workload or one list at a time');
}

function readWatch(flags: FlagValues, source: PodsSource): WatchMode | undefined {
  const isOnly = flags.boolean('watch-only');
  const hasEvents = flags.boolean('output-watch-events');
  if (!isOnly && !flags.boolean('watch')) {
    if (!hasEvents) return undefined;
    throw new CliError('usage', '--output-watch-events option can only be used with --watch or --watch-only');
  }
  if (source.kind === 'named' && source.targets.length > 1) throw refuseToWatch();
  return { showsList: !isOnly, hasEvents };
}

function readChunkSize(flags: FlagValues): number {
  const size = flags.integer('chunk-size') ?? 0;
  if (size < 0) throw new CliError('usage', `--chunk-size cannot be ${size}: it is a number of pods`);
  return size;
}

const FILTER_FLAGS = ['not-ready', 'with-sidecars'] as const satisfies readonly PodFilter['kind'][];

function readFilters(flags: FlagValues): readonly PodFilter[] {
  const filters: PodFilter[] = FILTER_FLAGS.filter((name) => flags.boolean(name)).map((kind) => ({ kind }));
  const includesEnded = flags.boolean('all');
  if (flags.boolean('debugged')) filters.push({ kind: 'debugged', includesEnded });
  else if (includesEnded)
    throw new CliError('usage', '--all shows ended debug containers too, so it needs --debugged', {
      hint: 'for the pods of all namespaces use --all-namespaces or -A',
    });
  const milliseconds = flags.duration('restarted-since');
  if (milliseconds === undefined) return filters;
  if (milliseconds > 0) return [...filters, { kind: 'restarted-since', milliseconds }];
  throw new CliError('usage', '--restarted-since must be more than 0', {
    hint: 'for example --restarted-since=1h',
  });
}

const COLOR_CHOICES: readonly ColorChoice[] = ['auto', 'always', 'never'];

function readColor(flags: FlagValues): ColorChoice {
  const text = flags.string('color') ?? '';
  const choice = COLOR_CHOICES.find((each) => each === text);
  if (choice !== undefined) return choice;
  throw new CliError('usage', `--color cannot be "${text}"`, {
    hint: `use one of ${COLOR_CHOICES.join(', ')}`,
  });
}

/**
 * Reads the command line of `pods` by kubectl's rules, and the file that `-o` may name. Throws `usage`, before any request
 * to the cluster.
 */
export async function readPodsRequest(io: Io, input: CommandInput): Promise<PodsRequest> {
  const { flags } = input;
  const output = await readPodsOutput(io, flags);
  const source = readSource(input);
  const sortBy = flags.string('sort-by') ?? '';
  return {
    source,
    output,
    watch: readWatch(flags, source),
    sortBy: sortBy === '' ? undefined : parseRelaxedPath(sortBy),
    chunkSize: readChunkSize(flags),
    ignoresNotFound: flags.boolean('ignore-not-found'),
    filters: readFilters(flags),
    color: readColor(flags),
  };
}

/** A selection, narrowed by the filters of the command line. */
export function filterSelection<Selected extends PodSelection>(
  io: Io,
  { filters }: Pick<PodsRequest, 'filters'>,
  selection: Selected,
): Selected {
  const includes = (pod: Pod): boolean => selection.includes(pod) && matchesFilters(pod, filters, io.now());
  return { ...selection, includes };
}

/** The pods of `-l` and `--field-selector`, in one namespace or in all. */
export function selectionOf(
  { isAllNamespaces, selection }: PodsSource & { kind: 'list' },
  namespace: string,
): PodSelection {
  return { ...selection, namespace: isAllNamespaces ? undefined : namespace, includes: () => true };
}
