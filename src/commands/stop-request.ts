import { CliError } from '../errors/cli-error.ts';
import type { CommandInput, FlagValues } from '../flags/flag.ts';
import { parseGoDuration } from '../flags/go-values.ts';
import { parseTarget } from '../target/parse-target.ts';

/** What `stop` was asked for. */
export interface StopRequest {
  readonly subject:
    | { readonly kind: 'one'; readonly podName: string; readonly containerName: string | undefined }
    | { readonly kind: 'leftovers'; readonly olderThanMs: number; readonly isAllNamespaces: boolean };
  readonly isDryRun: boolean;
  /** Whether nobody is to be asked. */
  readonly isConfirmed: boolean;
}

const DAY_MS = 86_400_000;

/** Reads `1d`, `12h` or `1d12h`: Go's durations, with days in front, as kubectl prints ages. Throws `usage`. */
export function parseAge(text: string): number {
  const [, days, rest = ''] = /^(?:(\d+)d)?(.*)$/s.exec(text) ?? [];
  const milliseconds =
    Number(days ?? 0) * DAY_MS + (days !== undefined && rest === '' ? 0 : parseGoDuration(rest));
  if (milliseconds >= 0) return milliseconds;
  throw new CliError('usage', `an age cannot be ${text}`);
}

function readAge(text: string): number {
  try {
    return parseAge(text);
  } catch (cause) {
    throw new CliError('usage', `"${text}" is not an age`, {
      hint: 'as in --older-than=1d, 12h or 1d12h',
      cause,
    });
  }
}

function readDryRun(flags: FlagValues): boolean {
  const where = flags.string('dry-run') ?? 'none';
  if (where === 'none' || where === 'client') return where === 'client';
  throw new CliError('usage', `stop does not know --dry-run=${where}`, { hint: 'use --dry-run=client' });
}

function readSubject({ flags, names, commandAfterDash }: CommandInput): StopRequest['subject'] {
  const [text, ...others] = names;
  const age = flags.string('older-than') ?? '';
  const containerName = flags.string('container') || undefined;
  const isAllNamespaces = flags.boolean('all-namespaces');
  const takesOne = others.length === 0 && commandAfterDash === undefined;
  if (!takesOne || (text === undefined) === (age === ''))
    throw new CliError('usage', 'stop takes one pod, or --older-than', {
      hint: 'kubectl-debug stop POD [-c NAME], or kubectl-debug stop --older-than=1d',
    });
  if (text === undefined) {
    if (containerName === undefined) return { kind: 'leftovers', olderThanMs: readAge(age), isAllNamespaces };
    throw new CliError('usage', '--container names one debug container, --older-than all');
  }
  if (isAllNamespaces) throw new CliError('usage', 'a pod cannot be named in all namespaces');
  return { kind: 'one', podName: readPodName(text), containerName };
}

function readPodName(text: string): string {
  const target = parseTarget(text);
  if (target.kind === 'pod' && target.namespace === undefined) return target.name;
  throw new CliError('usage', `cannot stop "${text}": stop takes the name of a pod`, {
    hint: 'kubectl-debug stop POD -n NAMESPACE',
  });
}

/** Reads the command line of `stop`. Throws `usage`. */
export function readStopRequest(input: CommandInput): StopRequest {
  return {
    subject: readSubject(input),
    isDryRun: readDryRun(input.flags),
    isConfirmed: input.flags.boolean('yes'),
  };
}
