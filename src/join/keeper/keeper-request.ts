import type { DebugRequest } from '../../plan/request/debug-request.ts';
import type { Saying } from '../../pod/containers/link-files.ts';
import type { SessionRequest, WatchedContainer } from '../watched.ts';

/** What `--via=exec` runs in a keeper, a debug container that is kept. */
export interface ExecCommand {
  readonly command: readonly string[];
  /** For a command in the root of the target; without words of its own it is a shell that is found there. */
  readonly rootfs?: Required<Pick<DebugRequest, 'rootfs' | 'command'>>;
  /** Links the files of other containers before a shell. */
  readonly links?: Saying;
  readonly stdin: boolean;
  readonly tty: boolean;
  /** Whether `--reuse` enters a keeper that runs already. */
  readonly reuses: boolean;
  readonly maxLifeMs: number;
}

/** A keeper, and a command to run in it. */
export interface KeeperRequest extends SessionRequest {
  readonly exec: ExecCommand;
  /** Whether an earlier call has added the keeper. */
  readonly isReused: boolean;
  /** The command line that opens another shell in it. */
  readonly wayBack: string;
}

/** The same keeper while we watch it. */
export interface WatchedKeeper extends KeeperRequest, WatchedContainer {}
