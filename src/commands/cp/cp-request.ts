import { CliError } from '../../errors/cli-error.ts';
import { commandText, shellLine } from '../../errors/shell-word.ts';
import { baseName } from '../../files/names/destination.ts';
import { parseFileSpec, type FileSpec } from '../../files/names/file-spec.ts';
import { pathText } from '../../files/names/path-text.ts';
import type { BytePath } from '../../files/file-sink.ts';
import type { CommandInput, FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { requireContainerName } from '../../pod/object-names.ts';
import { parseTargetOrNamespace } from '../../target/names/parse-target.ts';
import { parseOneTarget, type OneTarget } from '../shared/find-one-pod.ts';

/** A path in a container, as the command line names it. */
export interface PodPath {
  /** The argument, for messages. */
  readonly text: string;
  readonly target: OneTarget;
  /** undefined if it is to be chosen. */
  readonly container: string | undefined;
  readonly path: BytePath;
}

/** A local path, or a tar stream on stdin or stdout. */
export type LocalPlace = Extract<FileSpec, { readonly kind: 'local' | 'stream' }>;

/** What to copy, and where to. */
export type CopyJob =
  | {
      readonly kind: 'download';
      /** At least one. */
      readonly sources: readonly PodPath[];
      readonly destination: LocalPlace;
    }
  | {
      readonly kind: 'upload';
      /** At least one; a stream is alone. */
      readonly sources: readonly LocalPlace[];
      readonly destination: PodPath;
    }
  | { readonly kind: 'between'; readonly sources: readonly PodPath[]; readonly destination: PodPath }
  /** `tailLines` is undefined for the whole file. */
  | { readonly kind: 'follow'; readonly source: PodPath; readonly tailLines: number | undefined };

/** How to copy. */
export interface CopyOptions {
  /** Whether files keep their modes. */
  readonly preserves: boolean;
  /** How many times a cut connection is tried again; Infinity for as long as that helps. */
  readonly retries: number;
}

/** Reads the arguments and flags about what is copied. Throws `usage` before anything is asked of the cluster. */
export function readCopyJob(io: Io, input: CommandInput): CopyJob {
  const { flags, names, commandAfterDash } = input;
  const words = [...names, ...(commandAfterDash ?? [])];
  const given = flags.string('container') || undefined;
  if (given !== undefined) requireContainerName(given, 'container name');
  const specs = words.map((text) => ({ text, spec: parseFileSpec(text, io.platform) }));
  const last = specs.at(-1);
  if (last === undefined || specs.length < 2) throw wrongCall('cp takes what to copy, and where to');
  const job = arrange(specs.slice(0, -1), last, given);
  refuseNamesakes(job, words.slice(0, -1));
  return flags.boolean('follow') ? followOf(job, flags) : withoutTail(job, flags);
}

/** Reads the flags about how to copy. */
export function readCopyOptions(flags: FlagValues): CopyOptions {
  const retries = flags.integer('retries') ?? -1;
  return { preserves: !flags.boolean('no-preserve'), retries: retries < 0 ? Infinity : retries };
}

interface Argument {
  readonly text: string;
  readonly spec: FileSpec;
}

function wrongCall(message: string): CliError {
  return new CliError('usage', message, {
    hint: 'kubectl-debug cp POD:PATH LOCAL, cp LOCAL POD:PATH, or cp POD:PATH POD:PATH',
  });
}

function arrange(sources: readonly Argument[], last: Argument, given: string | undefined): CopyJob {
  const inPods = sources.flatMap(({ text, spec }) =>
    spec.kind === 'in-pod' ? [podPathOf({ text, spec }, given)] : [],
  );
  const locals = sources.flatMap(({ spec }) => (spec.kind === 'in-pod' ? [] : [spec]));
  if (inPods.length > 0 && locals.length > 0)
    throw wrongCall('cp copies from pods or from here, not from both in one call');
  const { text, spec } = last;
  if (spec.kind === 'in-pod') {
    const destination = podPathOf({ text, spec }, given);
    if (inPods.length > 0) return { kind: 'between', sources: inPods, destination };
    if (locals.length > 1 && locals.some(({ kind }) => kind === 'stream'))
      throw wrongCall('a tar stream on stdin (-) is copied alone');
    return { kind: 'upload', sources: locals, destination };
  }
  if (inPods.length > 1 && spec.kind === 'stream')
    throw wrongCall('a tar stream on stdout (-) has one source');
  if (inPods.length > 0) return { kind: 'download', sources: inPods, destination: spec };
  throw wrongCall(`neither side names a pod: ${shellLine([...sources.map((source) => source.text), text])}`);
}

function podPathOf(
  { text, spec }: { readonly text: string; readonly spec: Extract<FileSpec, { readonly kind: 'in-pod' }> },
  given: string | undefined,
): PodPath {
  const { target, container = given, path } = spec;
  if (given !== undefined && container !== given)
    throw new CliError('usage', `"${text}" names container "${container ?? ''}", but -c names "${given}"`, {
      hint: 'leave out -c, or name the container once',
    });
  refuseNode(target, path);
  return { text, target: parseOneTarget(target, 'copy'), container, path };
}

/** Like kubectl cp, only pods have files; a pod of our own shows those of its node. */
function refuseNode(text: string, path: BytePath): void {
  const target = parseTargetOrNamespace(text);
  if (target.kind !== 'node') return;
  const inPod = `POD:/host/${pathText(path).replace(/^\/+/, '')}`;
  const node = `node/${target.name}`;
  throw new CliError(
    'usage',
    `cannot copy "${node}": for a node, name a node pod, which has its files in /host`,
    {
      hint: `${commandText`to make one: kubectl-debug ${node} -d -- sleep 1h`}; then: ${commandText`kubectl-debug cp ${inPod}`} …`,
    },
  );
}

/** Two sources of one name would end up as one file. */
function refuseNamesakes(job: CopyJob, words: readonly string[]): void {
  if (job.kind === 'follow' || job.sources.length < 2) return;
  const names = job.sources.flatMap((source) => ('path' in source ? (baseName(source.path) ?? []) : []));
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return;
  throw new CliError('usage', `two of the sources have the same name: ${shellLine(words)}`, {
    hint: 'copy them one by one, each to a destination of its own',
  });
}

function followOf(job: CopyJob, flags: FlagValues): CopyJob {
  const [source, ...others] = job.kind === 'download' ? job.sources : [];
  const isToStdout = job.kind === 'download' && job.destination.kind === 'stream';
  if (source === undefined || others.length > 0 || !isToStdout)
    throw new CliError('usage', '--follow writes one file of a pod to stdout', {
      hint: 'kubectl-debug cp -f POD:PATH -',
    });
  const lines = flags.integer('tail') ?? 0;
  return { kind: 'follow', source, tailLines: lines < 0 ? undefined : lines };
}

function withoutTail(job: CopyJob, flags: FlagValues): CopyJob {
  if (!flags.isGiven('tail')) return job;
  throw new CliError('usage', '--tail says where --follow begins, but there is no --follow', {
    hint: 'kubectl-debug cp -f --tail=10 POD:PATH -',
  });
}
