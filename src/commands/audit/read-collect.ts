import path from 'node:path';
import type { CollectSettings } from '../../audit/rows/audit-settings.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { CommandInput, FlagValues } from '../../flags/flag.ts';
import { MOST_THROUGH_ETCD } from '../../fleet/files/receive-files.ts';
import type { Io } from '../../io.ts';
import { parseQuantity } from '../../pod/resources/quantity.ts';

const MIB = 1024 * 1024;

/** A node keeps about 10 MiB of a log. */
const MOST_OUTPUT_BYTES = 64 * MIB;
/** Files are written to a disk as they come. */
const MOST_FILE_BYTES = Number.MAX_SAFE_INTEGER;
const DEFAULT_FILE_BYTES = 64 * MIB;
/** With --in-cluster. */
const DEFAULT_THROUGH_ETCD = 64 * MIB;

/** Reads `--collect` and what belongs to it; undefined without it. Throws `usage`. */
export function readCollect(io: Io, { flags, commandAfterDash }: CommandInput): CollectSettings | undefined {
  const typed = flags.strings('collect');
  if (typed.length === 0) {
    if (!flags.isGiven('max-total')) return undefined;
    throw new CliError('usage', '--max-total is for the files of --collect', {
      hint: 'leave out --max-total, or add --collect=PATH',
    });
  }
  if (commandAfterDash !== undefined)
    throw new CliError('usage', '--collect reads files, and runs no command', {
      hint: 'leave out --collect, or what comes after --',
    });
  const folder = flags.string('output-dir') ?? '';
  if (folder === '')
    throw new CliError('usage', '--collect needs a folder for the files', {
      hint: 'add --output-dir=DIR',
    });
  return {
    paths: [...new Set(typed.map(parsePath))],
    folder: path.resolve(io.workingDirectory, folder),
    maxTotal: readMaxTotal(flags),
  };
}

function readMaxTotal(flags: FlagValues): number {
  const flag = { name: 'max-total', most: MOST_FILE_BYTES, example: '512Mi or 10Gi' };
  if (!flags.isSet('in-cluster')) return readBytes(flags, flag);
  if (!flags.isSet('max-total')) return DEFAULT_THROUGH_ETCD;
  const upTo = ' up to 512Mi, because with --in-cluster the files pass through etcd';
  return readBytes(flags, { ...flag, most: MOST_THROUGH_ETCD, example: '128Mi', upTo });
}

/** Without repeated slashes and `.`, as a path names a place in the folder too. */
function parsePath(text: string): string {
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  const why = whyNot(text, names);
  if (why === undefined) return `/${names.join('/')}`;
  throw new CliError('usage', `--collect cannot be "${text}": ${why}`, {
    hint: 'name a file or folder by its whole path, for example --collect=/etc/resolv.conf',
  });
}

function whyNot(text: string, names: readonly string[]): string | undefined {
  if (!text.startsWith('/')) return 'it does not begin with /';
  if (names.includes('..')) return 'it has ..';
  return names.length === 0 ? 'it is the whole file system' : undefined;
}

/** Reads `--max-output`: the output of a command, or the files of a container. Throws `usage`. */
export function readMaxOutput(flags: FlagValues): number {
  const collects = flags.strings('collect').length > 0;
  if (collects && !flags.isSet('max-output')) return DEFAULT_FILE_BYTES;
  return collects
    ? readBytes(flags, { name: 'max-output', most: MOST_FILE_BYTES, example: '512Ki or 2Gi' })
    : readBytes(flags, {
        name: 'max-output',
        most: MOST_OUTPUT_BYTES,
        example: '64Ki or 1Mi; a node keeps about 10Mi',
        upTo: ' up to 64Mi',
      });
}

interface ByteFlag {
  readonly name: string;
  readonly most: number;
  readonly example: string;
  readonly upTo?: string;
}

function readBytes(flags: FlagValues, { name, most, example, upTo = '' }: ByteFlag): number {
  const text = flags.string(name) ?? '';
  const quantity = parseQuantity(text);
  const bytes = quantity === undefined ? 0 : Number(quantity.nanos / 10n ** 9n);
  if (bytes >= 1 && bytes <= most) return bytes;
  throw new CliError('usage', `--${name} cannot be "${text}"`, {
    hint: `use a number of bytes${upTo}, for example ${example}`,
  });
}
