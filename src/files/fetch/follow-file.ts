import type { BytePath } from '../file-sink.ts';
import { FOLLOW_SCRIPT } from '../remote/follow-script.ts';
import { runFilesScript, type FilesContext } from '../remote/run-files-script.ts';
import { stoppedError } from '../remote/stopped-error.ts';
import type { Attempts } from './attempts.ts';

/** A file to follow. */
export interface FollowRequest {
  readonly path: BytePath;
  /** With how many of its last lines to begin; undefined for the whole file. */
  readonly tailLines: number | undefined;
  readonly attempts: Attempts;
  readonly onData: (bytes: Buffer) => Promise<void> | undefined;
  /** The name has no file, or another one than before. */
  readonly onNews: (news: 'waiting' | 'replaced') => void;
}

/** From byte `total` of the output on, the output is what a file has from `offset` on. */
interface Mark {
  readonly inode: string;
  readonly offset: number;
  readonly total: number;
}

/** Where to go on after some bytes of output; undefined if nothing is known. */
export function placeAfter(marks: readonly Mark[], received: number): Omit<Mark, 'total'> | undefined {
  const mark = marks.findLast(({ total }) => total <= received);
  return mark && { inode: mark.inode, offset: mark.offset + received - mark.total };
}

/**
 * Follows a file until the signal is aborted, through rotation and cuts: no byte comes twice, and none is missing unless
 * the file was replaced while the connection was cut. Throws as `attempts`, and the reason of the signal.
 */
export async function followFile(
  context: FilesContext,
  { path, tailLines, attempts, onData, onNews }: FollowRequest,
  signal: AbortSignal,
): Promise<void> {
  let place: Omit<Mark, 'total'> | undefined;
  await attempts.until(async () => {
    const marks: Mark[] = [];
    let received = 0;
    const first = ['-', tailLines === undefined ? 'all' : String(tailLines)];
    const args = place === undefined ? first : [place.inode, String(place.offset)];
    try {
      const end = await runFilesScript(
        context,
        {
          text: FOLLOW_SCRIPT,
          path,
          args,
          onData: (bytes) => {
            received += bytes.length;
            return onData(bytes);
          },
          onLine: ({ word, fields: [inode = '', offset, total] }) => {
            if (word === 'waiting') onNews('waiting');
            if (word !== 'file') return;
            const before = marks.at(-1)?.inode ?? place?.inode;
            if (before !== undefined && before !== inode) onNews('replaced');
            marks.push({ inode, offset: Number(offset), total: Number(total) });
          },
        },
        signal,
      );
      if (end.kind === 'stopped') throw stoppedError(context, path, end);
      return end.kind === 'cut' ? end : { kind: 'done', value: undefined };
    } finally {
      place = placeAfter(marks, received) ?? place;
    }
  }, signal);
}
