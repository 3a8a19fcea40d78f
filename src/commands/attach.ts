import { CliError } from '../errors/cli-error.ts';
import type { CommandInput, FlagValues } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import { canAsk, choose } from '../output/choose.ts';
import { makeNotes } from '../output/notes.ts';
import { findContainerState } from '../pod/container-state.ts';
import { describePod } from '../pod/pod-ref.ts';
import type { ContainerFields, Pod, PodRef } from '../pod/types.ts';
import { findPod } from '../target/find-pod.ts';
import { parseTargetOrNamespace, type PodTarget } from '../target/parse-target.ts';
import { chooseDebugContainer } from '../target/resolve-debug-container.ts';
import { askForPod, podOf } from './find-targets.ts';
import { joinContainer, type Connected } from './join-container.ts';
import { readContainerVia, readDetachKeysFlag, readStartTimeout } from './session-flags.ts';
import { withCluster } from './with-cluster.ts';

/** `kubectl-debug attach POD [-c NAME]`: back into a debug container that still runs; returns its exit code. */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const target = readPod(input);
  const { flags } = input;
  const isQuiet = flags.boolean('quiet');
  const notes = makeNotes(io, { quiet: isQuiet });
  return withCluster(io, flags, (cluster, signal) => {
    const ref = podOf(cluster, target);
    return attach({ io, cluster, notes, isQuiet }, { ref, flags }, signal);
  });
}

async function attach(
  connected: Connected,
  { ref, flags }: { readonly ref: PodRef; readonly flags: FlagValues },
  signal: AbortSignal,
): Promise<number> {
  const pod = await findPod(connected.cluster, { ref, ask: askForPod(connected.io, signal) }, signal);
  const container = await chooseContainer(connected.io, { pod, name: flags.string('container') }, signal);
  const isRunning = findContainerState(pod, container.name).kind === 'running';
  const startTimeoutMs = readStartTimeout(flags);
  const detachKeys = readDetachKeysFlag(flags);
  const via = readContainerVia(flags);
  const from = isRunning ? 'now' : 'start';
  return joinContainer(
    connected,
    { pod, container, startTimeoutMs, detachKeys, via, from, reconnects: !flags.boolean('no-reconnect') },
    signal,
  );
}

function readPod({ names, commandAfterDash }: CommandInput): PodTarget {
  const [text, ...others] = names;
  if (text === undefined || others.length > 0 || commandAfterDash !== undefined)
    throw new CliError('usage', 'attach takes one pod, and no command', {
      hint: 'kubectl-debug attach POD [-c NAME]',
    });
  const target = parseTargetOrNamespace(text);
  if (target.kind === 'pod') return target;
  throw new CliError('usage', `cannot attach to "${text}": only pods have debug containers`);
}

async function chooseContainer(
  io: Io,
  { pod, name }: { readonly pod: Pod; readonly name: string | undefined },
  signal: AbortSignal,
): Promise<ContainerFields> {
  const choice = chooseDebugContainer(pod, name);
  if (choice.kind === 'one') return choice.container;
  const question = `more than one debug container runs in ${describePod(pod)}`;
  const names = choice.containers.map((container) => container.name);
  if (!canAsk(io))
    throw new CliError('ambiguous', question, { hint: `name one with -c: ${names.join(', ')}` });
  const choices = choice.containers.map((container) => ({
    label: `${container.name} (${container.image ?? ''})`,
    value: container,
  }));
  return choose(io, { question: `${question}; which one?`, choices }, signal);
}
