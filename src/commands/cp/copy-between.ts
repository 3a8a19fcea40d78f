import type { Copied, Copying, OpenPath } from './copy-job.ts';
import { copyTreeToPod } from './copy-to-pod.ts';
import { describeFetched } from './describe-fetched.ts';
import { fetchShown, listSource } from './read-source.ts';
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
  const { connected } = copying;
  const { source, destination, isOneOfSeveral } = between;
  return withSpool(connected.io, async (spool) => {
    const listed = await listSource(copying, source, signal);
    const fetched = await fetchShown(connected, { ...listed, sink: spool.sink }, signal);
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
