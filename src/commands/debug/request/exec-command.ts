import { CliError } from '../../../errors/cli-error.ts';
import type { FlagValues } from '../../../flags/flag.ts';
import type { DebugRequest } from '../../../plan/request/debug-request.ts';
import { requestKeeper } from '../../../plan/plan-keeper.ts';
import type { PodCopyRequest } from '../../../plan/copy/pod-copy-request.ts';
import type { Via } from '../../../session/choose-way.ts';
import type { ResultMode } from '../../shared/result-mode.ts';
import { readPositiveDuration } from '../../shared/session-options.ts';
import type { ExecCommand } from '../../../join/keeper/keeper-request.ts';

/** The request that `--via=exec` is checked against. */
interface ExecChoice {
  readonly via: Via;
  readonly request: DebugRequest;
  readonly copy: PodCopyRequest | undefined;
  readonly result: ResultMode;
}

/** The command if none is typed; each image of a keeper has it. */
const SHELL = ['sh'];

/** Reads what `--via=exec` runs; undefined for another `--via`. Throws `usage`. */
export function readExecCommand(flags: FlagValues, asked: ExecChoice): ExecCommand | undefined {
  const maxLifeMs = readPositiveDuration(flags, { name: 'max-life', example: '1h' }) ?? 0;
  const reuses = flags.boolean('reuse');
  const wrong = (asked.via === 'exec' ? WRONG_WITH_EXEC : WRONG_WITHOUT_EXEC).find(({ applies }) =>
    applies(asked, { reuses, isMaxLifeGiven: flags.isGiven('max-life') }),
  );
  if (wrong !== undefined) throw new CliError('usage', wrong.message, { hint: wrong.hint });
  if (asked.via !== 'exec') return undefined;
  const { command, stdin, tty, rootfs, links } = asked.request;
  const inRoot = rootfs === undefined ? links && { links } : { rootfs: { rootfs, command } };
  return { command: command.length === 0 ? SHELL : command, ...inRoot, stdin, tty, reuses, maxLifeMs };
}

/** The same requests for a keeper in place of a container that runs the command. */
export function keepingRequests<T extends Pick<ExecChoice, 'request' | 'copy'>>(
  asked: T,
  exec: ExecCommand | undefined,
): T {
  if (exec === undefined) return asked;
  const { request, copy } = asked;
  return {
    ...asked,
    request: requestKeeper(request, exec.maxLifeMs),
    copy: copy === undefined ? undefined : requestKeeper(copy, exec.maxLifeMs),
  };
}

interface Given {
  readonly reuses: boolean;
  readonly isMaxLifeGiven: boolean;
}

interface Contradiction {
  readonly applies: (asked: ExecChoice, given: Given) => boolean;
  readonly message: string;
  readonly hint: string;
}

const WRONG_WITHOUT_EXEC: readonly Contradiction[] = [
  {
    applies: (_, { reuses }) => reuses,
    message: '--reuse uses a container that --via=exec has kept, but this is another way',
    hint: 'use --via=exec with --reuse',
  },
  {
    applies: (_, { isMaxLifeGiven }) => isMaxLifeGiven,
    message: '--max-life is about the container that --via=exec keeps, but this is another way',
    hint: 'use --via=exec with --max-life, or --run-timeout for a command',
  },
];

const WRONG_WITH_EXEC: readonly Contradiction[] = [
  {
    applies: ({ result }) => result.kind === 'kubectl-line',
    message: '--via=exec is more than one kubectl line can say',
    hint: 'see the object with --dry-run=client -o yaml',
  },
  {
    applies: ({ request }) => request.argumentsOnly,
    message: '--arguments-only is for the entrypoint of the image, but --via=exec runs none',
    hint: 'leave out --arguments-only, and give the whole command after --',
  },
  {
    applies: ({ result, request }) =>
      runsNothing(result) && (request.command.length > 0 || request.stdin || request.tty),
    message: 'without a session --via=exec only starts a container that is kept, and runs no command in it',
    hint: 'leave out the command, -i and -t, or --attach=false',
  },
  {
    applies: ({ copy }) => copy !== undefined && copy.image === undefined,
    message: '--via=exec keeps a container of its own, but --copy-to has no --image for one',
    hint: 'give --image',
  },
  {
    applies: ({ copy, result }, { reuses }) => reuses && (copy !== undefined || result.kind !== 'session'),
    message: '--reuse runs a command in a container that a pod has already',
    hint: 'leave out --reuse',
  },
  {
    applies: ({ request }, { reuses }) => reuses && request.containerName !== undefined,
    message: '--reuse finds the container by itself, so -c can only name a new one',
    hint: 'leave out -c, or --reuse',
  },
];

/** A dry run does not count: it shows the container that the command would get. */
function runsNothing(result: ResultMode): boolean {
  return result.kind === 'start' || (result.kind === 'print' && result.dryRun === undefined);
}
