import type { CommandInput } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import type { DebugRequest } from '../../../plan/request/debug-request.ts';
import { readKeeperRequest, readRights, textOf } from '../../shared/request/container-request.ts';
import { defaultImage } from '../../shared/debug-defaults.ts';
import { readPositiveDuration, readStartTimeout } from '../../shared/session-options.ts';

/** The debug container to copy through, without its target. */
export interface KeeperFlags {
  readonly request: DebugRequest;
  readonly startTimeoutMs: number;
  readonly maxLifeMs: number;
}

/** Reads the flags about the debug container. Throws `usage` and `image-invalid`. */
export function readKeeperFlags(io: Io, { flags }: CommandInput): KeeperFlags {
  const image = textOf(flags, 'image') ?? defaultImage(flags);
  return {
    request: readKeeperRequest(io, flags, { image, rootfs: 'quiet', ...readRights(flags) }),
    startTimeoutMs: readStartTimeout(flags),
    maxLifeMs: readPositiveDuration(flags, { name: 'max-life', example: '1h' }) ?? 0,
  };
}
