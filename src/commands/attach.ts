import { CliError } from '../errors/cli-error.ts';
import { shellNames } from '../errors/shell-word.ts';
import type { CommandInput, FlagValues } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import { canAsk, choose } from '../output/ask/choose.ts';
import { makeNotes } from '../output/say/notes.ts';
import { findContainerState } from '../pod/containers/container-state.ts';
import { runningDebugContainers } from '../pod/containers/debug-containers.ts';
import { readEnvelope, readsStdin } from '../pod/containers/envelope.ts';
import { requireContainerName } from '../pod/object-names.ts';
import { describePod } from '../pod/pod-ref.ts';
import type { ContainerFields, Pod } from '../pod/types.ts';
import { chooseDebugContainer } from '../target/containers/choose-debug-container.ts';
import { findOnePod, parseOneTarget, type OneTarget } from './shared/find-one-pod.ts';
import { joinContainer } from '../join/join-container.ts';
import type { Connected } from '../join/connected.ts';
import { readContainerVia, readDetachKeysFlag, readStartTimeout } from './shared/session-options.ts';
import { sayUnreadInput } from '../join/say/say-unread-input.ts';
import { readReasonFlag } from './shared/read-reason.ts';
import { readRecordFlags } from './record/read-record-flags.ts';
import type { Recording } from './record/open-records.ts';
import type { OpenRecord } from '../record/recorder.ts';
import { withRecord } from './record/with-record.ts';
import { withCluster } from './shared/with-cluster.ts';

/** `kubectl-debug attach [POD] [-c NAME]`: joins a debug container that still runs; returns its exit code. */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const target = readTarget(io, input);
  const { flags } = input;
  const wish = readRecordFlags(io, flags);
  const reason = readReasonFlag(flags);
  const isQuiet = flags.boolean('quiet');
  const notes = makeNotes(io, { quiet: isQuiet });
  return withCluster(io, flags, (cluster, signal) =>
    attach(
      { io, cluster, notes, isQuiet },
      { target, flags, ...(wish && { recording: { io, cluster, input, wish, reason } }) },
      signal,
    ),
  );
}

const WORDS = {
  does: 'attach to',
  one: 'has a debug container that runs',
  many: 'have a debug container that runs',
};

interface AttachCall {
  readonly target: OneTarget | undefined;
  readonly flags: FlagValues;
  readonly recording?: Recording;
}

async function attach(
  connected: Connected,
  { target, flags, recording }: AttachCall,
  signal: AbortSignal,
): Promise<number> {
  const suits = (candidate: Pod): boolean => runningDebugContainers(candidate).length > 0;
  const search = {
    target,
    suits,
    words: WORDS,
    listing: ' --debugged',
  };
  const pod = await findOnePod(connected, search, signal);
  const container = await chooseContainer(connected.io, { pod, name: flags.string('container') }, signal);
  const isRunning = findContainerState(pod, container.name).kind === 'running';
  const startTimeoutMs = readStartTimeout(flags);
  const detachKeys = readDetachKeysFlag(flags);
  const via = readContainerVia(flags);
  sayWhoseSession(connected, { pod, name: container.name });
  // The start line is sent by the session that has added the container.
  const isBegun = isRunning || readEnvelope(container)?.envelope.kind === 'on-line';
  const from = isBegun ? 'now' : 'start';
  await sayUnreadInput(connected, readsStdin(container), ': its container was started without -i');
  const reconnects = !flags.boolean('no-reconnect');
  const joined = {
    pod,
    container,
    startTimeoutMs,
    detachKeys,
    via,
    from,
    reconnects,
    isRemoved: false,
  } as const;
  const record = recording && (await openRecord(recording, { pod, container }, signal));
  return withRecord(
    { record, notes: connected.notes },
    (scope, recorder) => joinContainer({ ...connected, ...(recorder && { recorder }) }, joined, scope),
    signal,
  );
}

/** Opens the record of the session before anything is shown. */
async function openRecord(
  recording: Recording,
  { pod, container }: { readonly pod: Pod; readonly container: ContainerFields },
  signal: AbortSignal,
): Promise<OpenRecord | undefined> {
  const { openRecords, readCallFacts } = await import('./record/open-records.ts');
  const facts = await readCallFacts(recording, 'attach', signal);
  const subject = {
    pod,
    namespace: pod.metadata.namespace ?? recording.cluster.namespace,
    container,
    target: pod.spec.ephemeralContainers?.find(({ name }) => name === container.name)?.targetContainerName,
    isTerminal: container.tty ?? false,
  };
  const [record] = await openRecords(recording, facts, [subject]);
  return record;
}

/**
 * Says before the first byte that others may have begun the session: not even its name tells who, and its output is not
 * escaped. On a terminal it is a warning, which `-q` does not silence.
 */
function sayWhoseSession(
  { io, notes }: Connected,
  { pod, name }: { readonly pod: Pod; readonly name: string },
): void {
  const isSeen = io.terminal.hasOutput || io.terminal.hasErrors;
  const say = isSeen ? notes.warn : notes.note;
  say(
    `attaching to "${name}" in ${describePod(pod)}: others may have begun this session; what it prints comes as it is, escape sequences included, and it gets what you type`,
  );
}

/** undefined if no pod is named and we can ask for one. Throws `usage`. */
function readTarget(io: Io, { flags, names, commandAfterDash }: CommandInput): OneTarget | undefined {
  const [text, ...others] = names;
  const isMissing = text === undefined && !canAsk(io);
  if (isMissing || others.length > 0 || commandAfterDash !== undefined)
    throw new CliError('usage', 'attach takes one pod, and no command', {
      hint: 'kubectl-debug attach POD [-c NAME]',
    });
  const container = flags.string('container');
  if (container !== undefined) requireContainerName(container, 'container name');
  return text === undefined ? undefined : parseOneTarget(text, 'attach to');
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
    throw new CliError('ambiguous', question, { hint: `name one with -c: ${shellNames(names)}` });
  const choices = choice.containers.map((container) => ({
    label: `${container.name} (${container.image ?? ''})`,
    value: container,
  }));
  return choose(io, { question: `${question}; which one?`, choices }, signal);
}
