import { stat } from 'node:fs/promises';
import { CliError } from '../../errors/cli-error.ts';
import { fileErrorText, isMissingFile } from '../../errors/error-text.ts';
import type { PlaceKind } from '../../files/names/destination.ts';
import type { Io } from '../../io.ts';
import path from 'node:path';
import type { CopyJob } from './cp-request.ts';

/** What a local path is. Throws `usage` for one that cannot be looked at. */
export async function kindOfLocal(io: Io, local: string): Promise<PlaceKind> {
  try {
    const found = await stat(path.resolve(io.workingDirectory, local));
    return found.isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (isMissingFile(error)) return 'missing';
    throw new CliError('usage', `cannot look at "${local}": ${fileErrorText(error)}`, { cause: error });
  }
}

/** Refuses a destination that no source can have, before anything is asked of the cluster. Throws `usage`. */
export async function checkLocalDestination(
  io: Io,
  { sources, destination }: Extract<CopyJob, { readonly kind: 'download' }>,
): Promise<void> {
  if (destination.kind === 'stream') {
    checkOutput(io);
    return;
  }
  const kind = await kindOfLocal(io, destination.path);
  if (sources.length > 1 && kind !== 'folder')
    throw new CliError('usage', `several sources need a folder, and "${destination.path}" is none`, {
      hint: 'name a folder that exists as the last argument',
    });
  if (kind === 'file' && destination.path.endsWith('/'))
    throw new CliError('usage', `"${destination.path}" is a file, not a folder`, {
      hint: 'leave out the slash at the end',
    });
}

/** Like tar, which writes no archive to a terminal. */
function checkOutput({ terminal }: Io): void {
  if (!terminal.hasOutput) return;
  throw new CliError('usage', 'a tar stream is not written to a terminal', {
    hint: 'kubectl-debug cp POD:PATH - > FILE.tar, or … - | tar -x',
  });
}
