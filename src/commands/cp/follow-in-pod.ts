import { EXIT } from '../../errors/exit-codes.ts';
import { makeAttempts } from '../../files/fetch/attempts.ts';
import { followFile } from '../../files/fetch/follow-file.ts';
import { drainOf } from './drain-of.ts';
import type { Copying, OpenPath } from './copy-job.ts';
import { filesContext } from '../../files/remote/files-context.ts';

/** `--follow`. */
export interface Follow {
  readonly source: OpenPath;
  /** With how many of its last lines to begin; undefined for all. */
  readonly tailLines: number | undefined;
}

/** Writes a file of a container to stdout, and goes on as it grows, until a signal ends it. Throws as `followFile`. */
export async function followInPod(
  { connected, options }: Copying,
  { source, tailLines }: Follow,
  signal: AbortSignal,
): Promise<number> {
  const { io, notes } = connected;
  let received = 0;
  const attempts = makeAttempts(io, {
    retries: options.retries,
    onRetry: (why) => notes.note(`going on after a cut: ${why}`),
    progress: () => received,
  });
  const onData = (bytes: Buffer): Promise<void> | undefined => {
    received += bytes.length;
    return drainOf(io.stdout, bytes);
  };
  const onNews = (news: 'waiting' | 'replaced'): void =>
    notes.note(
      news === 'waiting'
        ? `${source.text} does not exist now; waiting for it`
        : `${source.text} was replaced; going on with the new file`,
    );
  const context = filesContext(connected, source.files);
  await followFile(context, { path: source.path, tailLines, attempts, onData, onNews }, signal);
  return EXIT.ok;
}
