/** The open files of one process. */
export interface OpenFiles {
  readonly pid: number;
  readonly count: number;
  /** How many of each kind, with most first: `socket`, `pipe`, `eventpoll`, `file`, `deleted file`. */
  readonly kinds: readonly (readonly [kind: string, count: number])[];
  /** Inodes of its sockets. */
  readonly sockets: readonly string[];
  /** Files that were deleted but take space until they are closed. */
  readonly deleted: readonly string[];
}

const ENTRY = /^[lcbdps-][rwxst-]{9}.* (\d+) -> (.*)$/;

function kindOf(target: string): string {
  const [, word] = /^(?:anon_inode:\[?)?(socket|pipe|[a-z-]+)(?::\[|\]|$)/.exec(target) ?? [];
  if (word !== undefined) return word;
  if (target.endsWith(' (deleted)')) return 'deleted file';
  return target.startsWith('/dev/') ? 'device' : 'file';
}

/** Reads what `ls -l /proc/PID/fd` printed. undefined if it printed no entry, as for a process of another user. */
export function readOpenFiles(pid: number, text: string): OpenFiles | undefined {
  const targets = text.split('\n').flatMap((line) => ENTRY.exec(line)?.[2] ?? []);
  if (targets.length === 0) return undefined;
  const kinds = new Map<string, number>();
  for (const target of targets) kinds.set(kindOf(target), (kinds.get(kindOf(target)) ?? 0) + 1);
  return {
    pid,
    count: targets.length,
    kinds: [...kinds].toSorted(([, one], [, other]) => other - one),
    sockets: targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []),
    deleted: targets.filter((target) => kindOf(target) === 'deleted file'),
  };
}
