import { CliError } from '../../../errors/cli-error.ts';
import type { CommandInput, FlagValues } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import { canAsk } from '../../../output/ask/choose.ts';
import { checkNewContainer, TO_LIST_SECRETS } from '../../../plan/request/check-request.ts';
import type { DebugRequest } from '../../../plan/request/debug-request.ts';
import {
  checkPodCopyRequest,
  checkWithoutCopy,
  type PodCopyRequest,
} from '../../../plan/copy/pod-copy-request.ts';
import type { DetachKeys } from '../../../session/input/detach-keys.ts';
import { carriesInput, type ContainerVia, type Via } from '../../../session/choose-way.ts';
import { LISTED, type TargetRef } from '../../../target/names/parse-target.ts';
import { readContainerRequest, textOf } from '../../shared/request/container-request.ts';
import { chooseEnvelope } from './choose-envelope.ts';
import { makeSecret } from '../../../pod/containers/envelope.ts';
import { chooseDefaults, type Defaults } from '../../shared/debug-defaults.ts';
import { keepingRequests, readExecCommand } from './exec-command.ts';
import type { ExecCommand } from '../../../join/keeper/keeper-request.ts';
import { withStatements } from './statement-request.ts';
import { readTargetNames } from './read-target-names.ts';
import { readRecordOfSession } from '../../record/read-record-flags.ts';
import type { RecordWish } from '../../../record/record-wish.ts';
import { readResultMode, waitsForStart, type ResultMode } from '../../shared/result-mode.ts';
import {
  readDetachKeysFlag,
  readPositiveDuration,
  readStartTimeout,
  readViaFlag,
  wantsOneLine,
} from '../../shared/session-options.ts';

/** The command line of `debug`, read once. */
export interface DebugCommand {
  /** The arguments in front of `--`, as they were typed. */
  readonly names: readonly string[];
  /** The flags in front of `--`, as they were typed. */
  readonly typedFlags: readonly string[];
  /** The names, parsed, in the same order. Without targets and files the person is asked for a pod. */
  readonly targets: readonly TargetRef[];
  /** Whether stdin names more targets (`-`). */
  readonly readsNames: boolean;
  /** Manifests to read targets from, in place of `targets`. */
  readonly files: readonly string[];
  readonly request: DebugRequest;
  /** Which fields of `request` we have chosen, and which are still to be chosen. */
  readonly defaults: Defaults;
  /** The same request with what a copy needs; undefined without `--copy-to`. */
  readonly copy: PodCopyRequest | undefined;
  readonly result: ResultMode;
  /** Whether a copy or a node pod is deleted when the session ends. */
  readonly removes: boolean;
  readonly isQuiet: boolean;
  /** How long a debug container may take to start, in milliseconds. */
  readonly startTimeoutMs: number;
  readonly detachKeys: DetachKeys;
  /** Whether a lost connection is mended. */
  readonly reconnects: boolean;
  readonly via: ContainerVia;
  /** What `--via=exec` runs; `request` and `copy` are then for the keeper. */
  readonly exec: ExecCommand | undefined;
  /** How long the command may run, in milliseconds. */
  readonly runTimeoutMs: number | undefined;
  /** What `--record` writes. */
  readonly record: RecordWish | undefined;
}

/**
 * Reads the command line of `debug`, and its `--custom` file, before anything is asked of the cluster. Throws `usage` and
 * `image-invalid`, by the rules of kubectl and in their order.
 */
export async function readDebugCommand(io: Io, input: CommandInput): Promise<DebugCommand> {
  const { flags } = input;
  const files = flags.strings('filename');
  const result = readResultMode(flags);
  const canPick = canAsk(io) && result.kind !== 'kubectl-line';
  const targets = readTargetNames(input, { files, canPick });
  const defaults = chooseDefaults(io, input, result);
  const { asked, record } = withStatements(await readDebugRequest(io, input, { result, defaults }), {
    record: readRecordOfSession(io, flags, result.kind === 'session'),
    defaults,
    flags,
    secret: () => makeSecret(io.random),
  });
  const via = readViaFlag(flags);
  const startTimeoutMs = readStartTimeout(flags);
  const secret = makeSecret(io.random);
  const envelope = chooseEnvelope(flags, { request: asked, defaults, result, via, startTimeoutMs, secret });
  const replaces = flags.boolean('replace') && textOf(flags, 'copy-to') !== undefined;
  // Without an envelope with --replace: if it did not fit, the original would be gone.
  const request = { ...asked, ...(envelope && !replaces && { envelope }) };
  const copy = readCopyRequest(flags, request);
  const command: DebugCommand = {
    names: input.names,
    typedFlags: input.typedFlags,
    targets,
    readsNames: input.names.includes(LISTED),
    files,
    request,
    defaults,
    copy,
    result,
    removes: flags.boolean('rm'),
    isQuiet: flags.boolean('quiet'),
    startTimeoutMs,
    detachKeys: readDetachKeysFlag(flags),
    reconnects: !flags.boolean('no-reconnect'),
    via: via === 'exec' ? 'auto' : via,
    exec: undefined,
    runTimeoutMs: readPositiveDuration(flags, { name: 'run-timeout', example: '30s' }),
    record,
  };
  checkCommand(flags, command);
  checkWay(flags, { ...command, via });
  const exec = readExecCommand(flags, { ...command, via });
  return { ...keepingRequests(command, exec), exec };
}

/** Rules for pods or nodes alone are checked in `findTargets`, as a call may name both. */
function checkCommand(flags: FlagValues, command: DebugCommand): void {
  const { request, copy, removes, result, readsNames } = command;
  if (readsNames && request.stdin)
    throw new CliError('usage', 'stdin names the pods (-), so -i cannot pass it on', {
      hint: 'leave out -i, or name the pods in front of --',
    });
  if (readsNames && result.kind === 'kubectl-line')
    throw new CliError(
      'usage',
      '--show-kubectl asks no cluster and reads no stdin, but - stands for names there',
      {
        hint: 'name the pods in front of --',
      },
    );
  if (copy !== undefined) checkPodCopyRequest(copy);
  else checkFlagsWithoutCopy(flags, request);
  checkRootfs(command);
  if (removes && flags.isGiven('rm') && result.kind !== 'session')
    throw new CliError('usage', '--rm deletes at the end of a session, but there is none', {
      hint: 'leave out --rm, or --attach=false',
    });
}

function checkWay(
  flags: FlagValues,
  { via, request, result }: Omit<DebugCommand, 'via'> & { readonly via: Via },
): void {
  const ofSession = ['run-timeout', ...(via === 'exec' ? [] : ['via'])].find((name) => flags.isGiven(name));
  if (flags.isGiven('timeout') && result.kind === 'start' && !result.waits)
    throw new CliError('usage', '--timeout limits the wait for the start, but this call does not wait', {
      hint: 'leave out --timeout, or use --wait',
    });
  if (ofSession !== undefined && result.kind === 'start')
    throw new CliError('usage', `--${ofSession} is about a session, but there is none`, {
      hint: `leave out --${ofSession}, or --attach=false`,
    });
  if (request.stdin && !carriesInput(via))
    throw new CliError('usage', `--via=${via} only shows output, but -i wants to send input`, {
      hint: 'leave out -i, or --via',
    });
}

function checkRootfs({ request, copy }: DebugCommand): void {
  if (request.rootfs === undefined) return;
  if (copy !== undefined)
    throw new CliError('usage', '--rootfs is for containers that run, but --copy-to starts new ones', {
      hint: 'leave out --rootfs; the files of the copy are below /proc/PID/root',
    });
}

/** In kubectl's order, so that both programs name the same one of several mistakes. */
function checkFlagsWithoutCopy(flags: FlagValues, request: DebugRequest): void {
  checkWithoutCopy({
    replace: flags.isGiven('replace') && flags.boolean('replace'),
    'same-node': flags.isGiven('same-node') && flags.boolean('same-node'),
    'set-image': flags.isGiven('set-image'),
  });
  checkNewContainer(request);
}

async function readDebugRequest(
  io: Io,
  input: CommandInput,
  { result, defaults }: { readonly result: ResultMode; readonly defaults: Defaults },
): Promise<DebugRequest> {
  const { flags } = input;
  return {
    ...readNames(flags, defaults),
    ...(await readContainerRequest(io, input)),
    stdin: defaults.isInteractive || flags.boolean('stdin'),
    tty: defaults.isInteractive || flags.boolean('tty'),
    attach: result.kind === 'session',
    waits: waitsForStart(result),
    links: flags.boolean('quiet') ? 'quiet' : wantsOneLine(io, flags) ? 'brief' : 'said',
    ...readPullSecrets(flags),
    ...readRootfs(flags, defaults),
  };
}

function readPullSecrets(flags: FlagValues): Pick<DebugRequest, 'pullSecrets'> {
  const names = [...new Set(flags.strings('image-pull-secret'))];
  if (names.length === 0) {
    if (!flags.isGiven('image-pull-secret')) return {};
    throw new CliError('usage', '--image-pull-secret is empty', {
      hint: `give the name of a secret of the namespace, or leave the flag out; ${TO_LIST_SECRETS}`,
    });
  }
  return { pullSecrets: { names, isTyped: flags.isGiven('image-pull-secret') } };
}

/** `quiet` without a terminal: a log has stderr as well, and only the command may write there. */
function readRootfs(flags: FlagValues, { isInteractive }: Defaults): Pick<DebugRequest, 'rootfs'> {
  if (!flags.boolean('rootfs')) return {};
  const hasTerminal = isInteractive || flags.boolean('tty');
  return { rootfs: hasTerminal && !flags.boolean('quiet') ? 'said' : 'quiet' };
}

function readNames(
  flags: FlagValues,
  defaults: Defaults,
): Pick<DebugRequest, 'image' | 'containerName' | 'target'> {
  const image = flags.isGiven('image') ? textOf(flags, 'image') : defaults.image;
  const containerName = textOf(flags, 'container');
  const target = textOf(flags, 'target');
  return {
    ...(image !== undefined && { image }),
    ...(containerName !== undefined && { containerName }),
    ...(target !== undefined && { target }),
  };
}

function readCopyRequest(flags: FlagValues, request: DebugRequest): PodCopyRequest | undefined {
  const copyTo = textOf(flags, 'copy-to');
  if (copyTo === undefined) return undefined;
  return {
    ...request,
    copyTo,
    setImages: new Map(Object.entries(flags.keyValues('set-image'))),
    replace: flags.boolean('replace'),
    sameNode: flags.boolean('same-node'),
    ...(flags.isSet('share-processes') && { shareProcesses: flags.boolean('share-processes') }),
    keep: {
      labels: flags.boolean('keep-labels'),
      annotations: flags.boolean('keep-annotations'),
      liveness: flags.boolean('keep-liveness'),
      readiness: flags.boolean('keep-readiness'),
      startup: flags.boolean('keep-startup'),
      initContainers: flags.boolean('keep-init-containers'),
    },
    attachIsGiven: (flags.isGiven('attach') && flags.boolean('attach')) || flags.boolean('wait'),
  };
}
