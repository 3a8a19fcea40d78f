import { CliError } from '../../errors/cli-error.ts';
import type { CommandInput, FlagValues } from '../../flags/flag.ts';
import { parseGoDuration } from '../../flags/go-values.ts';
import { requireContainerName } from '../../pod/object-names.ts';
import { parseOneTarget, type OneTarget } from '../shared/find-one-pod.ts';

/** What to stop, and how. */
export interface StopRequest {
  readonly subject:
    | {
        readonly kind: 'one';
        /** undefined if the user is to be asked. */
        readonly target: OneTarget | undefined;
        readonly containerName: string | undefined;
      }
    | {
        readonly kind: 'leftovers';
        /** In milliseconds; undefined for any age. */
        readonly olderThanMs: number | undefined;
        readonly isMine: boolean;
        readonly isAllNamespaces: boolean;
      };
  readonly isDryRun: boolean;
  /** Whether to stop without asking. */
  readonly isConfirmed: boolean;
}

const DAY_MS = 86_400_000;

/** Reads `1d`, `12h` or `1d12h`: Go's durations, with days in front, as kubectl prints ages. Throws `usage`. */
export function parseAge(text: string): number {
  const [, days, rest = ''] = /^(?:(\d+)d)?(.*)$/s.exec(text) ?? [];
  const milliseconds =
    Number(days ?? 0) * DAY_MS + (days !== undefined && rest === '' ? 0 : parseGoDuration(rest));
  if (milliseconds >= 0) return milliseconds;
  throw new CliError('usage', `an age cannot be negative: ${text}`);
}

function readAge(text: string): number {
  try {
    return parseAge(text);
  } catch (cause) {
    throw new CliError('usage', `"${text}" is not an age`, {
      hint: 'for example --older-than=1d, 12h or 1d12h',
      cause,
    });
  }
}

function readDryRun(flags: FlagValues): boolean {
  const where = flags.string('dry-run') ?? 'none';
  if (where === 'none' || where === 'client') return where === 'client';
  throw new CliError('usage', `stop does not know --dry-run=${where}`, { hint: 'use --dry-run=client' });
}

function readSubject(input: CommandInput, canAsk: boolean): StopRequest['subject'] {
  const { flags, names } = input;
  const [text] = names;
  const age = flags.string('older-than') ?? '';
  const containerName = flags.string('container') || undefined;
  if (containerName !== undefined) requireContainerName(containerName, 'container name');
  if (!isClear(input, canAsk))
    throw new CliError('usage', 'stop takes one pod, or --older-than or --mine', {
      hint: 'kubectl-debug stop POD [-c NAME], kubectl-debug stop --mine, or kubectl-debug stop --older-than=1d',
    });
  if (age !== '' || flags.boolean('mine')) return readLeftovers(flags, age);
  if (flags.boolean('all-namespaces'))
    throw new CliError('usage', '-A cannot be used with the name of a pod');
  const target = text === undefined ? undefined : parseOneTarget(text, 'stop');
  return { kind: 'one', target, containerName };
}

function readLeftovers(flags: FlagValues, age: string): StopRequest['subject'] {
  const isMine = flags.boolean('mine');
  if ((flags.string('container') ?? '') !== '')
    throw new CliError(
      'usage',
      `--container names one debug container, but ${isMine ? '--mine' : '--older-than'} stops all`,
    );
  const olderThanMs = age === '' ? undefined : readAge(age);
  return { kind: 'leftovers', olderThanMs, isMine, isAllNamespaces: flags.boolean('all-namespaces') };
}

/** Whether the call names one pod or all of a kind, not both. If it names neither, the user must be asked. */
function isClear({ flags, names, commandAfterDash }: CommandInput, canAsk: boolean): boolean {
  const meansAll = (flags.string('older-than') ?? '') !== '' || flags.boolean('mine');
  if (names.length > 1 || commandAfterDash !== undefined) return false;
  return names.length === 1 ? !meansAll : meansAll || canAsk;
}

/** Reads the command line of `stop`; `canAsk` says whether the user can be asked for the pod. Throws `usage`. */
export function readStopRequest(input: CommandInput, canAsk: boolean): StopRequest {
  return {
    subject: readSubject(input, canAsk),
    isDryRun: readDryRun(input.flags),
    isConfirmed: input.flags.boolean('yes'),
  };
}
