import { KEEPER_NAME } from '../../pod/containers/keeper.ts';

/**
 * Prints the header, a line on stderr with its process ID, whether the program can be run, and whether process 1 is a keeper,
 * then replaces itself by the command, `$@`. An exec leads a session of its own, so that ID finds all its processes.
 */
const scriptWith = (before: string): string =>
  [
    'v=ok',
    'case "$1" in',
    '*/*) [ -f "$1" ] && [ -x "$1" ] || { v=denied; [ -e "$1" ] || v=missing; };;',
    '*) command -v "$1" >/dev/null 2>&1 || v=missing;;',
    'esac',
    'kdbg_first=; [ ! -r /proc/1/cmdline ] || read -r kdbg_first </proc/1/cmdline',
    `case $kdbg_first in *${KEEPER_NAME}*) kdbg_first=" kept";; *) kdbg_first=;; esac`,
    'echo "$$ $v$kdbg_first" >&2',
    '[ "$v" = ok ] || exit 127',
    before,
    'exec "$@"',
  ].join('\n');

/** What the header of a command says. */
export type CommandStart =
  | {
      readonly kind: 'started';
      readonly processId: number;
      /** Whether process 1 is that of a keeper, so that no target's processes are seen. */
      readonly keeperIsFirst: boolean;
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'denied' }
  /** The output does not begin with a header: the shell of the image has not run our script. */
  | { readonly kind: 'unclear' };

/**
 * The command to exec so that its header comes first: on stderr, or on the one stream of a terminal.
 *
 * @param before shell text to run between the header and the command
 */
export function withHeader(command: readonly string[], before = ''): readonly string[] {
  return ['sh', '-c', scriptWith(before), 'kubectl-debug', ...command];
}

/** Takes the header out of the output. */
export interface HeaderReader {
  /** Returns what to show of these bytes of the header's channel. */
  readonly read: (bytes: Buffer) => Buffer;
  /** undefined until the header has come. */
  readonly start: () => CommandStart | undefined;
}

const LINE_FEED = 10;
const MAX_HEADER_BYTES = 64;

/** Reads a header from the first bytes of its channel, in pieces of any size. */
export function readHeader(): HeaderReader {
  let held = Buffer.alloc(0);
  let start: CommandStart | undefined;
  return {
    start: () => start,
    read: (bytes) => {
      if (start !== undefined) return bytes;
      held = Buffer.concat([held, bytes]);
      const end = held.indexOf(LINE_FEED);
      if (end < 0 && held.length <= MAX_HEADER_BYTES) return Buffer.alloc(0);
      start = parseHeader(held.subarray(0, Math.max(end, 0)).toString('latin1'));
      return start.kind === 'unclear' ? held : held.subarray(end + 1);
    },
  };
}

function parseHeader(line: string): CommandStart {
  const [, processId, verdict, kept] = /^(\d+) (ok|missing|denied)( kept)?\r?$/.exec(line) ?? [];
  if (verdict === 'missing' || verdict === 'denied') return { kind: verdict };
  return verdict === 'ok'
    ? { kind: 'started', processId: Number(processId), keeperIsFirst: kept !== undefined }
    : { kind: 'unclear' };
}
