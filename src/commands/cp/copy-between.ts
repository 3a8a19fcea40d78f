import { fetchFiles, listPath } from '../../files/fetch/fetch-files.ts';
import { startTransferProgress } from '../../output/say/transfer-progress.ts';
import type { Copied, Copying, OpenPath } from './copy-job.ts';
import { copyTreeToPod } from './copy-to-pod.ts';
import { describeFetched } from './describe-fetched.ts';
import { filesContext } from './files-context.ts';
import { withSpool } from './spool.ts';

/** A copy from one container to another. */
export interface Between {
  readonly source: OpenPath;
  readonly destination: OpenPath;
  readonly isOneOfSeveral: boolean;
}

/**
 * Copies a path of a container into another container. It waits in a temporary folder here, so that a cut of either
 * connection is mended as in a copy to or from this machine. Throws as `fetchFiles` and `copyTreeToPod`.
 */
export function copyBetween(copying: Copying, between: Between, signal: AbortSignal): Promise<Copied> {
  const { connected, options } = copying;
  const { source, destination, isOneOfSeveral } = between;
  const { io, notes, isQuiet } = connected;
  return withSpool(io, async (spool) => {
    const context = filesContext(connected, source.files);
    const onRetry = (why: string): void => notes.note(`the connection was cut (${why}); going on`);
    const wanted = { path: source.path, retries: options.retries, onRetry };
    const listed = await listPath(context, wanted, signal);
    const progress = startTransferProgress(io, { name: source.text, isQuiet });
    const onProgress = (bytes: number, totalBytes: number): void => progress.update({ bytes, totalBytes });
    const fetched = await fetchFiles(context, { listed, sink: spool.sink, onProgress }, signal).finally(
      progress.stop,
    );
    const tree = await spool.finish(signal);
    const name = Buffer.from(source.path, 'latin1').toString();
    const sent = await copyTreeToPod(copying, { name, tree, destination, isOneOfSeveral }, signal);
    const { remarks, lacksFiles, isVerified } = describeFetched(fetched, spool.refused());
    return {
      ...sent,
      isVerified: isVerified && sent.isVerified,
      lacksFiles: lacksFiles || sent.lacksFiles,
      remarks: [...remarks, ...sent.remarks],
    };
  });
}
