import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { runScript } from '../streams/run-script.ts';
import type { SessionContext } from '../session-context.ts';

/** Whose process 1 a debug container sees; `unknown` where nothing tells. */
export type FirstProcess = 'target' | 'own' | 'unknown';

/** What tells a debug container and its target apart. */
export interface ContainerMarks {
  /** Hexadecimal ids, as the runtime has them in the names of cgroups. */
  readonly ownId: string;
  readonly targetId: string;
  /** The debug container's name, which is in the paths of what the kubelet mounts into it. */
  readonly ownName: string;
}

/** Whom the kernel does not let into the files of the target: each as `UID:GID`. */
export interface ClosedFiles {
  readonly process: string;
  readonly theirs: string;
  readonly ours: string;
}

/** What a debug container sees of its target. */
export interface TargetSight {
  readonly first: FirstProcess;
  /** undefined where its files are open, and where nothing tells. */
  readonly closed: ClosedFiles | undefined;
}

/**
 * Reads by a process's cgroups and mounts whose it is. With cgroup v2 a container sees its own cgroup as `/`, which
 * names nobody, so that the mounts have to tell.
 */
export function judgeFirstProcess(text: string, marks: ContainerMarks): FirstProcess {
  if (text.includes(marks.targetId)) return 'target';
  const isOwn = text.includes(marks.ownId) || text.includes(`/containers/${marks.ownName}/`);
  return isOwn ? 'own' : 'unknown';
}

/** Begins the line that the script says of files that are closed. */
const CLOSED_MARK = 'kubectl-debug closed';
const CLOSED = new RegExp(`^${CLOSED_MARK} (\\d+) (\\d+:\\d+) (\\d+:\\d+)$`, 'm');

/** Reads all that the script says. */
export function readTargetSight(text: string, marks: ContainerMarks): TargetSight {
  const [, process, theirs, ours] = CLOSED.exec(text) ?? [];
  const isClosed = process !== undefined && theirs !== undefined && ours !== undefined;
  return {
    first: judgeFirstProcess(text, marks),
    closed: isClosed ? { process, theirs, ours } : undefined,
  };
}

/**
 * `$1` is the target's id, by which its process is found where the pod shares its process IDs; in a namespace of the
 * target's own it is process 1.
 */
const SCRIPT = `
ids() {
  uid= gid=
  while read -r name id rest; do
    case $name in Uid:) uid=$id ;; Gid:) gid=$id ;; esac
  done < "/proc/$1/status"
  echo "$uid:$gid"
}
cat /proc/1/cgroup /proc/1/mountinfo
process=1
if [ "$2" = shared ]; then
  process=
  for file in /proc/[0-9]*/cgroup; do
    while read -r line; do
      case $line in *"$1"*) process=\${file#/proc/}; process=\${process%/cgroup}; break 2 ;; esac
    done < "$file"
  done
fi
[ -n "$process" ] || exit
(cd "/proc/$process/root/") || echo "${CLOSED_MARK} $process $(ids "$process") $(ids self)"
`;
/** Nothing waits for the answer but the warning that comes of it, and a busy node takes seconds to start an exec. */
const ANSWER_WITHIN_MS = 30_000;

/** What to ask of a debug container that runs. */
export interface SeeingTarget extends ContainerMarks {
  readonly container: ContainerRef;
  readonly isPidShared: boolean;
}

/**
 * Asks by an exec in a debug container what it sees of its target: a runtime that cannot share processes ignores it in
 * silence, and the kernel opens its files to few users. What keeps it from being known is no failure. Throws the signal's
 * reason when it is aborted.
 */
export async function seeTarget(
  context: Pick<SessionContext, 'io' | 'cluster'>,
  { container, isPidShared, ...marks }: SeeingTarget,
  signal: AbortSignal,
): Promise<TargetSight> {
  const args = [marks.targetId, isPidShared ? 'shared' : 'own'];
  const script = { container, text: SCRIPT, args, timeoutMs: ANSWER_WITHIN_MS };
  try {
    return readTargetSight((await runScript(context, script, signal)).stdout, marks);
  } catch (error) {
    if (isApiError(error) || isCliError(error)) return { first: 'unknown', closed: undefined };
    throw error;
  }
}
