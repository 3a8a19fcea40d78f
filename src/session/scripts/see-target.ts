import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { FIND_PROCESS } from '../../pod/containers/find-process.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { runScript } from '../streams/run-script.ts';
import type { SessionContext } from '../session-context.ts';

/** Whose process 1 a debug container sees; `unknown` if that cannot be read. */
export type FirstProcess = 'target' | 'own' | 'unknown';

/** What tells the processes of a debug container from those of its target. */
export interface ContainerMarks {
  /** Hexadecimal ids, as in the names of cgroups. */
  readonly ownId: string;
  readonly targetId: string;
  /** The name of the debug container, which is in the paths that the kubelet mounts into it. */
  readonly ownName: string;
}

/** The files of the target are closed to the debug container; users are written `UID:GID`. */
export interface ClosedFiles {
  readonly process: string;
  readonly theirs: string;
  readonly ours: string;
}

/** What a debug container sees of its target. */
export interface TargetView {
  readonly first: FirstProcess;
  /** undefined if its files are open, or if that is not known. */
  readonly closed: ClosedFiles | undefined;
}

/**
 * Reads from the cgroups and mounts of a process whose it is. With cgroup v2 a container sees its own cgroup as `/`, so only
 * the mounts tell.
 */
export function judgeFirstProcess(text: string, marks: ContainerMarks): FirstProcess {
  if (text.includes(marks.targetId)) return 'target';
  const isOwn = text.includes(marks.ownId) || text.includes(`/containers/${marks.ownName}/`);
  return isOwn ? 'own' : 'unknown';
}

/** Begins the script's line about closed files. */
const CLOSED_MARK = 'kubectl-debug closed';
const CLOSED = new RegExp(`^${CLOSED_MARK} (\\d+) (\\d+:\\d+) (\\d+:\\d+)$`, 'm');

/** Reads the output of the script. */
export function readTargetView(text: string, marks: ContainerMarks): TargetView {
  const [, process, theirs, ours] = CLOSED.exec(text) ?? [];
  const isClosed = process !== undefined && theirs !== undefined && ours !== undefined;
  return {
    first: judgeFirstProcess(text, marks),
    closed: isClosed ? { process, theirs, ours } : undefined,
  };
}

/**
 * `$1` is the id of the target, which finds its process if the pod shares its process namespace (`$2` is `shared`); in the
 * target's own namespace it is process 1.
 */
const SCRIPT = `
${FIND_PROCESS}ids() {
  uid= gid=
  while read -r name id rest; do
    case $name in Uid:) uid=$id ;; Gid:) gid=$id ;; esac
  done < "/proc/$1/status"
  echo "$uid:$gid"
}
cat /proc/1/cgroup /proc/1/mountinfo
process=1
if [ "$2" = shared ]; then
  find_process "$1"
  process=$found
fi
[ -n "$process" ] || exit
(cd "/proc/$process/root/") || echo "${CLOSED_MARK} $process $(ids "$process") $(ids self)"
`;
/** Only a warning waits for the answer, and a busy node takes seconds to start an exec. */
const ANSWER_WITHIN_MS = 30_000;

/** A running debug container, and what tells its processes from those of its target. */
export interface SeeingTarget extends ContainerMarks {
  readonly container: ContainerRef;
  readonly isPidShared: boolean;
}

/**
 * Asks a debug container by an exec what it sees of its target: a runtime that cannot share processes silently ignores the
 * target, and the kernel opens its files to few users. Returns `unknown` if the exec fails. Throws the signal's reason when it
 * is aborted.
 */
export async function seeTarget(
  context: Pick<SessionContext, 'io' | 'cluster'>,
  { container, isPidShared, ...marks }: SeeingTarget,
  signal: AbortSignal,
): Promise<TargetView> {
  const args = [marks.targetId, isPidShared ? 'shared' : 'own'];
  const script = { container, text: SCRIPT, args, timeoutMs: ANSWER_WITHIN_MS };
  try {
    return readTargetView((await runScript(context, script, signal)).stdout, marks);
  } catch (error) {
    if (isApiError(error) || isCliError(error)) return { first: 'unknown', closed: undefined };
    throw error;
  }
}
