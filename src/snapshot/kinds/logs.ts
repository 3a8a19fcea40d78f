import { openLog } from '../../cluster/api/log.ts';
import { listContainers, type PodContainer } from '../../pod/containers/containers.ts';
import { describeState, readContainerState } from '../../pod/containers/container-state.ts';
import { podRef } from '../../pod/pod-ref.ts';
import { nodeFailureOf } from '../../session/log/node-failure.ts';
import { safePart, type Piece } from '../evidence.ts';
import { sizeWords } from '../proc/size-words.ts';
import { orMissing, type ApiContext } from './api-context.ts';
import { readEnd } from './read-end.ts';

/** A log that takes longer is cut there. */
const READ_WITHIN_MS = 60_000;

interface Run {
  readonly container: PodContainer;
  readonly isPrevious: boolean;
}

/** The file of a log; two containers of a pod never have the same name. */
export function logPath(container: string, isPrevious: boolean): string {
  return `logs/${safePart(container)}${isPrevious ? '.previous' : ''}.log`;
}

function pathOf({ container, isPrevious }: Run): string {
  return logPath(container.name, isPrevious);
}

function hasPrevious({ status }: PodContainer): boolean {
  return (status?.restartCount ?? 0) > 0 || status?.lastState?.terminated !== undefined;
}

/** The runs of all containers whose logs a node may still have. */
function runsOf(containers: readonly PodContainer[]): readonly Run[] {
  return containers.flatMap((container) => [
    { container, isPrevious: false },
    ...(hasPrevious(container) ? [{ container, isPrevious: true }] : []),
  ]);
}

function neverRan({ container: { status }, isPrevious }: Run): string | undefined {
  if (isPrevious) return undefined;
  const state = readContainerState(status?.state);
  const hasNoRun = state.kind === 'waiting' && (status?.restartCount ?? 0) === 0;
  return hasNoRun ? `the container has not started (${describeState(state)})` : undefined;
}

async function readLog(context: ApiContext, run: Run): Promise<Piece> {
  const { cluster, pod, logs, signal } = context;
  const { tailLines, maxBytes } = logs;
  const path = pathOf(run);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]);
  const { body } = await openLog(
    cluster,
    { ...podRef(pod), container: run.container.name },
    {
      previous: run.isPrevious,
      timestamps: true,
      ...(tailLines !== undefined && { tailLines }),
      signal: inTime,
    },
  );
  const { bytes, isCut, failure } = await readEnd(body, maxBytes);
  signal.throwIfAborted();
  const refused = nodeFailureOf(bytes);
  if (refused !== undefined) return { kind: 'missing', path, why: `the node has it no more: ${refused}` };
  const cuts = [
    ...(isCut ? [`only the last ${sizeWords(maxBytes)}`] : []),
    ...(tailLines === undefined ? [] : [`at most ${tailLines} lines (--log-tail)`]),
    ...(failure === undefined ? [] : [`the end is missing: ${failure}`]),
  ];
  return {
    kind: 'file',
    path,
    bytes,
    view: { kind: 'tail' },
    ...(cuts.length > 0 && { cut: cuts.join('; ') }),
  };
}

/** The current and the previous log of every container, each line with its time. Logs are not masked. */
export async function gatherLogs(context: ApiContext, found: (piece: Piece) => Promise<void>): Promise<void> {
  const read = async (run: Run): Promise<void> => {
    const path = pathOf(run);
    const never = neverRan(run);
    const miss = (why: string): Promise<void> => found({ kind: 'missing', path, why });
    if (never !== undefined) return found({ kind: 'missing', path, why: never, isUsual: true });
    const piece = await orMissing(context, () => readLog(context, run), miss);
    if (piece !== undefined) await found(piece);
  };
  // The current logs come first, as they grow.
  for (const run of runsOf(listContainers(context.pod))) await read(run);
}
