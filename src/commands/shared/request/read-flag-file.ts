import path from 'node:path';
import { readTextFile } from '../../../cluster/formats/read-text-file.ts';
import { CliError, isCliError } from '../../../errors/cli-error.ts';
import { fileErrorText } from '../../../errors/error-text.ts';
import type { Io } from '../../../io.ts';

/** Reads the text file that a flag names. Throws `usage` with the flag in front, and `too-large`. */
export async function readFlagFile(
  { workingDirectory }: Pick<Io, 'workingDirectory'>,
  { flag, file }: { readonly flag: string; readonly file: string },
): Promise<string> {
  try {
    return await readTextFile(path.resolve(workingDirectory, file));
  } catch (cause) {
    if (isCliError(cause)) throw cause;
    throw new CliError('usage', `${flag}: cannot read ${file}: ${fileErrorText(cause)}`, { cause });
  }
}
