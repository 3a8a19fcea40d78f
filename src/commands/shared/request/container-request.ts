import type { CommandInput, FlagValues } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import { checkEphemeralRequest } from '../../../plan/request/check-request.ts';
import { parseImagePullPolicy, type DebugRequest } from '../../../plan/request/debug-request.ts';
import { parseMounts, type Likeness } from '../../../plan/request/like-target.ts';
import { parseProfileName } from '../../../plan/security/profiles.ts';
import { parseSecurityFlags } from '../../../plan/security/security-flags.ts';
import { readCustomFile } from './custom-file.ts';
import { reasonField } from '../read-reason.ts';

/** The part of a request that `debug` and `audit` read from the same flags. */
export type ContainerRequest = Pick<
  DebugRequest,
  | 'user'
  | 'imagePullPolicy'
  | 'custom'
  | 'command'
  | 'argumentsOnly'
  | 'env'
  | 'reason'
  | 'profile'
  | 'adaptsProfile'
  | 'security'
  | 'like'
>;

/** Reads the flags and the `--custom` file. Throws `usage`, and `too-large` for the file. */
export async function readContainerRequest(io: Io, input: CommandInput): Promise<ContainerRequest> {
  const { flags, commandAfterDash = [] } = input;
  const like = readLikeness(flags);
  const imagePullPolicy = parseImagePullPolicy(flags.string('image-pull-policy') ?? '');
  const customFile = textOf(flags, 'custom');
  const custom = customFile === undefined ? undefined : await readCustomFile(io, customFile);
  const env = Object.entries(flags.keyValues('env')).map(([name, value]) => ({ name, value }));
  return {
    user: io.userName,
    ...(imagePullPolicy !== undefined && { imagePullPolicy }),
    ...(custom !== undefined && { custom }),
    command: commandAfterDash,
    argumentsOnly: flags.boolean('arguments-only'),
    env,
    ...reasonField(flags, env),
    ...readRights(flags),
    ...(like !== undefined && { like }),
  };
}

/** The profile, user and capabilities of the flags; a command without flags for capabilities adds and drops none. Throws `usage`. */
export function readRights(flags: FlagValues): Pick<DebugRequest, 'profile' | 'adaptsProfile' | 'security'> {
  const named = (name: string): readonly string[] => (flags.declares(name) ? flags.strings(name) : []);
  const security = parseSecurityFlags({
    runAsUser: textOf(flags, 'run-as-user'),
    capAdd: named('cap-add'),
    capDrop: named('cap-drop'),
  });
  return {
    profile: parseProfileName(flags.string('profile') ?? 'general'),
    adaptsProfile: adaptsProfile(flags),
    ...(security !== undefined && { security }),
  };
}

/**
 * The request for a debug container in which the program runs scripts of its own: without a terminal, an input and a command. `own`
 * is what differs from command to command. Throws `usage` and `image-invalid`.
 */
export function readKeeperRequest(
  io: Io,
  flags: FlagValues,
  own: Pick<DebugRequest, 'image' | 'profile' | 'adaptsProfile' | 'security' | 'rootfs'>,
): DebugRequest {
  const imagePullPolicy = parseImagePullPolicy(flags.string('image-pull-policy') ?? '');
  const request: DebugRequest = {
    user: io.userName,
    stdin: false,
    tty: false,
    attach: false,
    waits: true,
    command: [],
    argumentsOnly: false,
    env: [],
    ...reasonField(flags),
    ...(imagePullPolicy !== undefined && { imagePullPolicy }),
    ...own,
  };
  checkEphemeralRequest(request);
  return request;
}

/** Whether a stricter profile may replace the one of the flags: only a default one, not one that a preset needs. */
function adaptsProfile(flags: FlagValues): boolean {
  return !flags.isGiven('profile') && flags.origin('profile')?.kind !== 'preset';
}

function readLikeness(flags: FlagValues): Likeness | undefined {
  const env = flags.boolean('env-from-target');
  const mounts = parseMounts(flags.string('mount-like-target'));
  return env || mounts !== 'none' ? { env, mounts } : undefined;
}

/** The text of a flag; undefined if it is empty, as kubectl ignores an empty text. */
export function textOf(flags: FlagValues, name: string): string | undefined {
  const text = flags.string(name);
  return text === '' ? undefined : text;
}
