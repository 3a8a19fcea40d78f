import type { Purpose } from '../../cluster/refusals/purposes.ts';
import { CliError } from '../../errors/cli-error.ts';
import { hasUnprintable } from '../../errors/unprintable.ts';
import { parseReason } from '../../plan/request/reason.ts';
import type { FlagValues } from '../../flags/flag.ts';

/** For whom the Roles are, and for how long. */
export interface GrantRequest {
  /** undefined for the user of this call. */
  readonly group: string | undefined;
  /** undefined without an end. */
  readonly lastsSeconds: number | undefined;
  /** For an end: an image with kubectl. */
  readonly image: string;
}

/** The field is an int32. */
const LONGEST_SECONDS = 2 ** 31 - 1;

/** Reads `--group`, `--expires` and its image. Throws `usage`. */
export function readGrant(
  flags: FlagValues,
  { hasRolesOnly, purposes }: { readonly hasRolesOnly: boolean; readonly purposes: readonly Purpose[] },
): GrantRequest {
  for (const name of ['group', 'expires', 'expires-image'].filter(flags.isGiven))
    if (!hasRolesOnly)
      throw new CliError('usage', `--${name} is about the Roles that are printed`, { hint: `add -o yaml` });
  if (flags.isGiven('expires-image') && !flags.isSet('expires'))
    throw new CliError('usage', '--expires-image is about an end, and there is none', {
      hint: 'add --expires=1h',
    });
  const lastsSeconds = hasRolesOnly ? readEnd(flags) : undefined;
  if (lastsSeconds !== undefined && purposes.includes('nodes'))
    throw new CliError(
      'usage',
      '--expires cannot take back rights to nodes, which are for the whole cluster',
      {
        hint: 'leave nodes out of --for, and grant them without an end: kubectl-debug check --for=nodes -o yaml',
      },
    );
  return { group: readGroup(flags), lastsSeconds, image: flags.string('expires-image') ?? '' };
}

function readGroup(flags: FlagValues): string | undefined {
  const group = flags.string('group');
  if (group === undefined) return undefined;
  if (group !== '' && group === group.trim() && !hasUnprintable(group)) return group;
  throw new CliError('usage', `--group=${JSON.stringify(group)} is not the name of a group`, {
    hint: 'to see your own groups: kubectl auth whoami',
  });
}

function readEnd(flags: FlagValues): number | undefined {
  const lastsMs = flags.duration('expires');
  if (lastsMs === undefined) return undefined;
  const seconds = lastsMs / 1000;
  if (Number.isInteger(seconds) && seconds > 0 && seconds <= LONGEST_SECONDS) return seconds;
  throw new CliError('usage', `--expires must be a number of whole seconds, from 1 to ${LONGEST_SECONDS}`, {
    hint: 'for example --expires=1h, or --expires=90m',
  });
}

/** Reads `--reason`, with which `check` tries the profiles of a pod. Throws `usage` without a pod to try them in. */
export function readTriedReason(flags: FlagValues, hasPod: boolean): string | undefined {
  if (flags.isGiven('reason') && !hasPod)
    throw new CliError('usage', '--reason is about a debug container, and no pod is named to try one in', {
      hint: 'kubectl-debug check POD --reason=TEXT',
    });
  return parseReason(flags.string('reason'));
}
