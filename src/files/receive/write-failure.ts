import { dirname } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { commandText } from '../../errors/shell-word.ts';

/** What could not be written. */
export interface Unwritten {
  /** A path of this machine, as text. */
  readonly path: string;
  /** The bytes that are still to come for this file, if it is one. */
  readonly missingBytes?: number;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota on this disk is used up',
  EFBIG: 'it is larger than the file system, or your limit (ulimit -f), allows',
  EACCES: 'you may not write there',
  EPERM: 'the system forbids it',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'the name is too long for this file system',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EMFILE: 'too many files are open (ulimit -n)',
  EIO: 'the disk failed',
  EXDEV: 'another disk is mounted in it',
};

const HINTS: Readonly<Record<string, string>> = {
  EDQUOT: 'remove something, then run the same command again: it goes on with what has come',
  EFBIG: 'raise the limit, or name another destination; the same command goes on with what has come',
};

const ELSEWHERE = 'name a destination that you may write to';

/** The code of a system error; undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The `write-failed` error for what the system threw. What is no error of the system is returned as it is. */
export function writeFailure(error: unknown, unwritten: Unwritten): unknown {
  const code = systemCode(error);
  if (code === undefined || error instanceof CliError) return error;
  return new CliError(
    'write-failed',
    `cannot write ${unwritten.path}: ${REASONS[code] ?? errorText(error)}`,
    {
      hint: hintOf(code, unwritten),
      cause: error,
    },
  );
}

function hintOf(code: string, unwritten: Unwritten): string {
  if (code === 'ENOSPC') return roomHint(unwritten);
  if (code === 'ENOENT') return commandText`to make the folder: mkdir -p ${dirname(unwritten.path)}`;
  return HINTS[code] ?? ELSEWHERE;
}

function roomHint({ missingBytes = 0 }: Unwritten): string {
  const room = missingBytes > 0 ? `at least ${roomText(missingBytes)} more` : 'room';
  return `free ${room}, then run the same command again: it goes on with what has come`;
}

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** Rounded up, as less would not do. */
function roomText(bytes: number): string {
  let amount = bytes / 1024;
  let unit = 0;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${Math.ceil(amount * 10) / 10} ${UNITS[unit] ?? ''}`;
}

/** Runs a step that writes. Throws `write-failed` for the system's errors. */
export function orWriteFailed<T>(unwritten: Unwritten, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw writeFailure(error, unwritten);
  }
}
