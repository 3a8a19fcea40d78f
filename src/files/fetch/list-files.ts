import { CliError } from '../../errors/cli-error.ts';
import { LIST_SCRIPT } from '../remote/list-script.ts';
import { runFilesScript, type FilesContext } from '../remote/run-files-script.ts';
import { stoppedError } from '../remote/stopped-error.ts';
import { readList, type ListedFile } from './listed-file.ts';
import type { Attempts } from './attempts.ts';

/** A file or folder of a container, and all below it. */
export interface FileList {
  /** Folders come before what is in them. */
  readonly files: readonly ListedFile[];
  /** What `find` and `stat` said of files that they could not read. */
  readonly complaints: readonly string[];
}

/**
 * Lists a path of a container; `/.` at its end makes no difference. Throws `file-not-found`, `file-denied`, and what
 * `stoppedError` and `attempts` say.
 */
export async function listFiles(
  context: FilesContext,
  { path, attempts }: { readonly path: string; readonly attempts: Attempts },
  signal: AbortSignal,
): Promise<FileList> {
  return attempts.until(async () => {
    const files: ListedFile[] = [];
    const list = readList(context.nonce, (file) => files.push(file));
    const script = { text: LIST_SCRIPT, path, args: [], onData: list.read };
    const end = await runFilesScript(context, script, signal);
    list.end();
    if (end.kind === 'stopped') throw stoppedError(context, path, end);
    if (end.kind === 'cut') return { kind: 'cut', end: end.end };
    if (files.length === 0)
      throw new CliError('file-denied', `cannot list ${path}: ${end.others[0] ?? 'nothing was listed'}`, {
        hint: 'the debug image needs find, xargs and stat, as --image=busybox:musl has',
      });
    return { kind: 'done', value: { files, complaints: end.others } };
  }, signal);
}
