import type { Cluster } from '../../cluster/cluster.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { deletePod } from '../../cluster/api/pods.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { CHECK_EXIT } from '../../errors/exit-codes.ts';
import { commandText, shellNames } from '../../errors/shell-word.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { canAsk, choose } from '../../output/ask/choose.ts';
import { confirm } from '../../output/ask/confirm.ts';
import { makeNotes, type Notes } from '../../output/say/notes.ts';
import { printable } from '../../output/printable.ts';
import { userLabel } from '../../pod/containers/container-owner.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import {
  describeStop,
  describeStopAndReason,
  hasSomethingToStop,
  planLeftovers,
  planStop,
  type Stop,
} from '../../plan/stop-plan.ts';
import { countCommands } from '../../session/scripts/count-commands.ts';
import { endProcess } from '../../session/scripts/end-process.ts';
import { openPodWatch } from '../../cluster/watch/pod-watch.ts';
import { findOnePod } from '../shared/find-one-pod.ts';
import { readSelectedPods } from '../shared/read-selected-pods.ts';
import { readStopRequest, type StopRequest } from './stop-request.ts';
import { withCluster } from '../shared/with-cluster.ts';

interface Stopping {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly notes: Notes;
  readonly request: StopRequest;
}

/**
 * `kubectl-debug stop [POD] [-c NAME]`, `stop --mine`, `stop --older-than=1d`: ends what runs in debug containers, and
 * deletes debug copies and node pods. Exits with 0 if everything was stopped, 1 if something still runs, 2 for a wrong call.
 */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const request = readStopRequest(input, canAsk(io));
  const notes = makeNotes(io, { quiet: false });
  return withCluster(io, input.flags, async (cluster, signal) => {
    const stopping = { io, cluster, notes, request };
    const stops = await findStops(stopping, signal);
    if (stops.length === 0) {
      notes.note(describeNothing(request, cluster));
      return CHECK_EXIT.ok;
    }
    if (request.isDryRun) {
      const uses = await describeUses(stopping, stops, signal);
      for (const [index, stop] of stops.entries())
        io.stdout.write(`${printable(describeStopAndReason(stop))} would be stopped${uses[index] ?? ''}\n`);
      return CHECK_EXIT.ok;
    }
    if (!(await isAgreed(stopping, stops, signal))) return CHECK_EXIT.failure;
    return stopAll(stopping, stops, signal);
  });
}

/** `--mine` looks only at names, so it may miss something. */
function describeNothing({ subject }: StopRequest, { namespace }: Cluster): string {
  if (subject.kind === 'one' || !subject.isMine) return 'nothing to stop';
  const list = subject.isAllNamespaces
    ? 'kubectl-debug pods -A --debugged'
    : commandText`kubectl-debug pods -n ${namespace} --debugged`;
  return `nothing of yours to stop; --mine finds no node pods, and no containers named with -c; to list them: ${list}`;
}

async function findStops(stopping: Stopping, signal: AbortSignal): Promise<readonly Stop[]> {
  const { io, cluster, request } = stopping;
  const { subject } = request;
  if (subject.kind === 'one') {
    const { target, containerName } = subject;
    const search = {
      target,
      suits: hasSomethingToStop,
      words: { does: 'stop what runs in', one: 'has something to stop', many: 'have something to stop' },
      listing: ' --debugged',
    };
    const pod = await findOnePod(stopping, search, signal);
    return [await chooseOne(io, planStop(pod, containerName), signal)];
  }
  const owner = subject.isMine ? ownLabel(io) : undefined;
  const namespace = subject.isAllNamespaces ? undefined : cluster.namespace;
  const everyPod = { namespace, includes: () => true };
  const pods = await readSelectedPods(cluster, everyPod, signal);
  const { olderThanMs } = subject;
  const before = olderThanMs === undefined ? undefined : new Date(io.now().getTime() - olderThanMs);
  return planLeftovers(pods, { before, owner });
}

/** The label of this user in generated names of debug containers. Throws `usage` if the system knows no name. */
function ownLabel({ userName }: Io): string {
  const label = userLabel(userName);
  if (label !== '') return label;
  throw new CliError('usage', 'the system does not know your name, so --mine finds nothing', {
    hint: 'to see what runs: kubectl-debug pods --debugged; name a pod to stop, or use --older-than',
  });
}

async function chooseOne(io: Io, stops: readonly Stop[], signal: AbortSignal): Promise<Stop> {
  const [first, ...others] = stops;
  if (first !== undefined && others.length === 0) return first;
  const question = 'more than one debug container runs';
  const names = stops.map((stop) => (stop.kind === 'container' ? stop.ref.container : stop.ref.name));
  if (!canAsk(io))
    throw new CliError('ambiguous', question, { hint: `name one with -c: ${shellNames(names)}` });
  const choices = stops.map((stop) => ({ label: describeStopAndReason(stop), value: stop }));
  return choose(io, { question: `${question}; which one should end?`, choices }, signal);
}

async function isAgreed(stopping: Stopping, stops: readonly Stop[], signal: AbortSignal): Promise<boolean> {
  const { io, request, notes } = stopping;
  if (request.isConfirmed) return true;
  if (!canAsk(io))
    throw new CliError('usage', 'cannot ask whether to stop it: there is no terminal', {
      hint: 'add --yes; to see what would be stopped: add --dry-run=client',
    });
  const uses = await describeUses(stopping, stops, signal);
  for (const [index, stop] of stops.entries())
    notes.note(`${describeStopAndReason(stop)}${describeAge(stop, io.now())}${uses[index] ?? ''}`);
  return confirm(io, stops.length === 1 ? 'Stop it?' : `Stop these ${stops.length}?`, signal);
}

/** Of so many debug containers we look at what runs in them: each takes an exec. */
const LOOKED_INTO = 20;

/** For each stop, which other calls would feel it, as far as that is known: a forward, a capture, a command of `--via=exec`. */
async function describeUses(
  context: Stopping,
  stops: readonly Stop[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (stops.length > LOOKED_INTO) return [];
  const counts = await Promise.all(
    stops.map(async (stop) =>
      stop.kind === 'container' ? countCommands(context, stop.ref, signal) : undefined,
    ),
  );
  return counts.map((count = 0) => {
    if (count === 0) return '';
    return count === 1 ? '; a command runs in it now' : `; ${count} commands run in it now`;
  });
}

function describeAge({ since }: Stop, now: Date): string {
  return since === undefined ? '' : `, since ${humanDuration(now.getTime() - since.getTime())}`;
}

/** Goes on after a failure, so that the others are stopped. */
async function stopAll(stopping: Stopping, stops: readonly Stop[], signal: AbortSignal): Promise<number> {
  const { io, notes } = stopping;
  let exitCode: number = CHECK_EXIT.ok;
  for (const stop of stops) {
    const why = await stopOne(stopping, stop, signal);
    if (why === undefined) io.stdout.write(`${printable(describeStop(stop))} stopped\n`);
    else {
      exitCode = CHECK_EXIT.failure;
      notes.warn(`${describeStop(stop)} goes on: ${why}`);
    }
  }
  if (stops.some(({ kind }) => kind === 'container'))
    notes.note('stopped debug containers stay listed until their pod is deleted');
  return exitCode;
}

/** Returns undefined if it was stopped, else the reason why not. */
async function stopOne(stopping: Stopping, stop: Stop, signal: AbortSignal): Promise<string | undefined> {
  const { io, cluster } = stopping;
  if (stop.kind === 'pod') {
    try {
      await deletePod(cluster, { ref: stop.ref, uid: stop.uid }, signal);
      return undefined;
    } catch (error) {
      const explained = explainApiError(error, { action: `delete ${describeStop(stop)}` });
      if (!isCliError(explained)) throw explained;
      return explained.kind === 'not-found' ? undefined : explained.message;
    }
  }
  const watch = openPodWatch(io, cluster, stop.pod);
  try {
    const doomed = { kind: 'container', container: stop.ref } as const;
    const ending = await endProcess({ io, cluster, watch }, doomed, signal);
    return ending.kind === 'ended' ? undefined : ending.why;
  } finally {
    watch.close();
  }
}
