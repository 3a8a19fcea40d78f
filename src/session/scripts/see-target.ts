import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { LINK_FILES } from '../../pod/containers/link-files.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { runScript } from '../streams/run-script.ts';
import type { SessionContext } from '../session-context.ts';

/** Whose process 1 a debug container sees; `unknown` if that cannot be read. */
export type FirstProcess = 'target' | 'own' | 'unknown';

/** What tells the processes of a debug container from those of its target. */
export interface ContainerMarks {
  /** Hexadecimal ids, as in the names of cgroups. The own one is known only once the status has it. */
  readonly ownId: string | undefined;
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
  const isOwn =
    (marks.ownId !== undefined && text.includes(marks.ownId)) ||
    text.includes(`/containers/${marks.ownName}/`);
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

/** Begins the script's line about the links that it has made. */
const LINKED_MARK = 'kubectl-debug linked';
const LINKED = new RegExp(`^${LINKED_MARK} (/c/[a-z0-9-]+(?:, /c/[a-z0-9-]+)*)$`, 'm');

/** Reads from the output of the script which links it has made, with `, ` between them; undefined if none. */
export function readLinks(text: string): string | undefined {
  return LINKED.exec(text)?.[1];
}

/**
 * `$1` is the id of the target, which finds its process if the pod shares its process namespace (`$2` is `shared`); in the
 * target's own namespace it is process 1. It is empty if nothing is asked about a target. The rest is for `link_files`.
 */
const SCRIPT = `
${LINK_FILES}ids() {
  uid= gid=
  while read -r name id rest; do
    case $name in Uid:) uid=$id ;; Gid:) gid=$id ;; esac
  done < "/proc/$1/status"
  echo "$uid:$gid"
}
target=$1 mode=$2
shift 2
if [ $# -gt 0 ]; then
  link_files "$@"
  [ -z "$linked" ] || echo "${LINKED_MARK} $linked"
fi
[ -n "$target" ] || exit 0
cat /proc/1/cgroup /proc/1/mountinfo
process=1
if [ "$mode" = shared ]; then
  find_process "$target"
  process=$found
fi
[ -n "$process" ] || exit
(cd "/proc/$process/root/") || echo "${CLOSED_MARK} $process $(ids "$process") $(ids self)"
`;
/** Nothing but a note or a warning waits for the answer, and a busy node takes seconds to start an exec. */
const ANSWER_WITHIN_MS = 30_000;

/** What to ask of a running debug container. */
export interface Looking {
  readonly container: ContainerRef;
  /** The id of the target; undefined to ask nothing about it. */
  readonly targetId: string | undefined;
  readonly isPidShared: boolean;
  /** The arguments of `link_files`; empty to make no links. */
  readonly linkWords: readonly string[];
}

/**
 * Asks a debug container by an exec what it sees of its target, and links the files of other containers there: a runtime that
 * cannot share processes silently ignores the target, and the kernel opens its files to few users. Returns what the script
 * prints, for `readTargetView` and `readLinks`; undefined if the exec fails. Throws the signal's reason when it is aborted.
 */
export async function lookAround(
  context: Pick<SessionContext, 'io' | 'cluster'>,
  { container, targetId = '', isPidShared, linkWords }: Looking,
  signal: AbortSignal,
): Promise<string | undefined> {
  const args = [targetId, isPidShared ? 'shared' : 'own', ...linkWords];
  const script = { container, text: SCRIPT, args, timeoutMs: ANSWER_WITHIN_MS };
  try {
    const { end, stdout } = await runScript(context, script, signal);
    return end.kind === 'status' && end.status.kind === 'failure' ? undefined : stdout;
  } catch (error) {
    if (isApiError(error) || isCliError(error)) return undefined;
    throw error;
  }
}
