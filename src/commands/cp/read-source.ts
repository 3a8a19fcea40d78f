import { CliError } from '../../errors/cli-error.ts';
import type { FileSink } from '../../files/file-sink.ts';
import { fetchFiles, listPath, type Fetched, type ListedPath } from '../../files/fetch/fetch-files.ts';
import type { FilesContext } from '../../files/remote/run-files-script.ts';
import { startTransferProgress } from '../../output/say/transfer-progress.ts';
import type { Copying, OpenPath } from './copy-job.ts';
import { filesContext } from '../../files/remote/files-context.ts';

/** A path of a container, and what is there. */
export interface ListedSource {
  readonly source: OpenPath;
  readonly context: FilesContext;
  readonly listed: ListedPath;
}

/** Lists what is to be copied. Throws as `listPath`. */
export async function listSource(
  { connected, options }: Copying,
  source: OpenPath,
  signal: AbortSignal,
): Promise<ListedSource> {
  const context = filesContext(connected, source.files);
  const onRetry = (why: string): void => connected.notes.note(`going on after a cut: ${why}`);
  const wanted = { path: source.path, retries: options.retries, onRetry };
  const listed = await listPath(context, wanted, signal);
  if (listed.files[0]?.kind === 'special')
    throw new CliError('usage', `cannot copy ${source.text}: it is a device, a FIFO or a socket`, {
      hint: 'name a file or a folder',
    });
  return { source, context, listed };
}

/** Reads a listed source into a sink, and shows meanwhile how far that is. Throws as `fetchFiles`. */
export async function fetchShown(
  { io, isQuiet }: Copying['connected'],
  { source, context, listed, sink }: ListedSource & { readonly sink: FileSink },
  signal: AbortSignal,
): Promise<Fetched> {
  const progress = startTransferProgress(io, { name: source.text, isQuiet });
  const onProgress = (bytes: number, totalBytes: number): void => progress.update({ bytes, totalBytes });
  try {
    return await fetchFiles(context, { listed, sink, onProgress }, signal);
  } finally {
    progress.stop();
  }
}
