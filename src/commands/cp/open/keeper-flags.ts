import type { CommandInput } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import { checkEphemeralRequest } from '../../../plan/request/check-request.ts';
import { parseImagePullPolicy, type DebugRequest } from '../../../plan/request/debug-request.ts';
import { parseProfileName } from '../../../plan/security/profiles.ts';
import { parseSecurityFlags } from '../../../plan/security/security-flags.ts';
import { adaptsProfile, textOf } from '../../shared/request/container-request.ts';
import { defaultImage } from '../../shared/debug-defaults.ts';
import { reasonField } from '../../shared/read-reason.ts';
import { readPositiveDuration, readStartTimeout } from '../../shared/session-options.ts';

/** The debug container to copy through, without its target. */
export interface KeeperFlags {
  readonly request: DebugRequest;
  readonly startTimeoutMs: number;
  readonly maxLifeMs: number;
}

/** Reads the flags about the debug container. Throws `usage` and `image-invalid`. */
export function readKeeperFlags(io: Io, { flags }: CommandInput): KeeperFlags {
  const imagePullPolicy = parseImagePullPolicy(flags.string('image-pull-policy') ?? '');
  const runAsUser = textOf(flags, 'run-as-user');
  const security = parseSecurityFlags({ runAsUser, capAdd: [], capDrop: [] });
  const request: DebugRequest = {
    image: textOf(flags, 'image') ?? defaultImage(flags),
    user: io.userName,
    stdin: false,
    tty: false,
    attach: false,
    waits: true,
    command: [],
    argumentsOnly: false,
    rootfs: 'quiet',
    env: [],
    ...reasonField(flags),
    ...(imagePullPolicy !== undefined && { imagePullPolicy }),
    profile: parseProfileName(flags.string('profile') ?? 'general'),
    adaptsProfile: adaptsProfile(flags),
    ...(security !== undefined && { security }),
  };
  checkEphemeralRequest(request);
  return {
    request,
    startTimeoutMs: readStartTimeout(flags),
    maxLifeMs: readPositiveDuration(flags, { name: 'max-life', example: '1h' }) ?? 0,
  };
}
