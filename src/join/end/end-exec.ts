import { CliError } from '../../errors/cli-error.ts';
import { EXIT, exitCodeOfInterrupt } from '../../errors/exit-codes.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { Ending } from '../../session/scripts/end-process.ts';
import type { ExecEnd } from '../../session/exec/exec-session.ts';
import type { DetachReason } from '../../session/outcome.ts';
import type { Connected } from '../connected.ts';
import type { WatchedKeeper } from '../keeper/keeper-request.ts';
import { programError } from './program-error.ts';

/** A command that was run by exec in a keeper. */
interface RanCommand extends Pick<WatchedKeeper, 'ref' | 'container' | 'exec' | 'isRemoved' | 'onGoesOn'> {
  readonly processId: () => number | undefined;
  /** Ends the command and what it started. */
  readonly end: () => Promise<Ending>;
  /** Aborted when the person does not want to wait any longer. */
  readonly signal: AbortSignal;
}

/**
 * Turns the end of an exec into our exit code, and says what the person has to know; ends a command that cannot be rejoined.
 * Throws `command-not-found`, `command-not-executable`, `container-not-running`, `connection-lost` or `exit-code-unknown`
 * for ends that must not look like a success.
 */
export async function endExec(end: ExecEnd, ran: RanCommand, connected: Connected): Promise<number> {
  const { ref } = ran;
  switch (end.kind) {
    case 'missing':
    case 'denied':
      throw programError(end.kind, {
        ref,
        command: ran.exec.command,
        image: ran.container.image ?? '',
      });
    case 'not-running':
      throw new CliError(
        'container-not-running',
        `cannot run a command in ${describeContainer(ref)}: ${end.message}`,
      );
    case 'over':
      return endOutcome(end, ran, connected);
  }
}

async function endOutcome(
  { outcome }: Extract<ExecEnd, { kind: 'over' }>,
  ran: RanCommand,
  connected: Connected,
): Promise<number> {
  const what = describeCommand(ran);
  connected.recorder?.over(outcome);
  switch (outcome.kind) {
    case 'exited':
      return outcome.exitCode;
    case 'detached':
      return leave(outcome.by, ran, connected);
    case 'lost': {
      const hint = ran.isRemoved ? 'it ends with its pod; run it again' : await endForgotten(ran, connected);
      throw new CliError('connection-lost', `lost the connection to ${what}: ${outcome.reason}`, { hint });
    }
    case 'incomplete':
    case 'unknown':
      throw new CliError('exit-code-unknown', `the exit code of ${what} cannot be read: ${outcome.reason}`);
  }
}

/** A person who leaves by the detach keys wants the command to go on. After a signal we end it, unless its pod is deleted. */
async function leave(by: DetachReason, ran: RanCommand, { notes }: Connected): Promise<number> {
  const what = describeCommand(ran);
  if (by === 'keys') {
    ran.onGoesOn?.();
    notes.warn(`${what} runs on, and cannot be rejoined; to end it: ${killLine(ran)}`);
    return EXIT.ok;
  }
  if (!ran.isRemoved) {
    const ending = await ran.end();
    if (ending.kind === 'ended') notes.note(`${what} was ended`);
    else notes.warn(`${what} goes on: ${ending.why}; to end it: ${killLine(ran)}`);
  }
  return exitCodeOfInterrupt(by);
}

/** For how long we try to end a command whose connection was lost: the outage may last. In milliseconds. */
const TRY_FOR_MS = 10_000;
const TRY_AGAIN_MS = 1000;
/** After this time the person is told what takes so long, in milliseconds. */
const SAY_AFTER_MS = 500;

async function endForgotten(ran: RanCommand, { io, notes }: Connected): Promise<string> {
  const over = new AbortController();
  const scope = AbortSignal.any([ran.signal, over.signal]);
  const say = (): void =>
    notes.note(
      `lost the connection to ${describeCommand(ran)}; ending it (up to ${TRY_FOR_MS / 1000} s): a command run by exec cannot be rejoined; Ctrl-C leaves it running`,
    );
  io.sleep(SAY_AFTER_MS, scope).then(say, noValue);
  try {
    const ending = await endOnceHeard(ran, io, scope);
    return ending.kind === 'ended'
      ? 'it was ended: a command run by exec cannot be rejoined; run it again'
      : `it may still run (${ending.why}); to end it: ${killLine(ran)}`;
  } finally {
    over.abort();
  }
}

/** Ends the command; tries again for a while if the server does not answer. */
async function endOnceHeard(ran: RanCommand, io: Io, signal: AbortSignal): Promise<Ending> {
  const deadlineMs = io.now().getTime() + TRY_FOR_MS;
  const timeIsUp = io.sleep(TRY_FOR_MS, signal).then(noValue, noValue);
  let last: Ending = { kind: 'not-ended', why: 'the server has not answered' };
  for (;;) {
    const ending = await Promise.race([ran.end(), timeIsUp]);
    if (ending === undefined) return last;
    if (ending.kind === 'ended' || ending.isUnheard !== true) return ending;
    last = ending;
    const isLeft = await io.sleep(TRY_AGAIN_MS, signal).then(noValue, () => true);
    if (isLeft === true || io.now().getTime() >= deadlineMs) return last;
  }
}

const noValue = (): void => undefined;

/** Names a command that was run by exec, in messages. */
export function describeCommand({ ref, exec }: Pick<WatchedKeeper, 'ref' | 'exec'>): string {
  return `the command "${exec.command.join(' ')}" in ${describeContainer(ref)}`;
}

/** The command line that ends it, with kubectl, which every user has. */
function killLine({ ref, processId }: RanCommand): string {
  const exec = commandText`kubectl exec ${ref.name} -n ${ref.namespace} -c ${ref.container} --`;
  const id = processId();
  return id === undefined ? `${exec} ps` : `${exec} kill ${id}`;
}
