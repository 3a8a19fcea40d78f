import { CliError } from '../../errors/cli-error.ts';
import type { FilesScriptEnd } from '../remote/run-files-script.ts';
import { stoppedError } from '../remote/stopped-error.ts';
import type { Attempt, Attempts } from './attempts.ts';
import { fetchSparse, fetchWhole } from './fetch-alone.ts';
import { fetchLarge, type SendKind } from './fetch-large.ts';
import type { FetchedFile, Fetching, FileNote } from './fetched.ts';
import { judgeLarge, openLargeFile, type LargeFile } from './large-file.ts';
import type { ListedFile } from './listed-file.ts';

/** Files to read one by one, and where the results go. */
interface LargeFiles {
  readonly files: readonly ListedFile[];
  readonly attempts: Attempts;
  readonly onFile: (file: FetchedFile) => void;
  readonly onNote: (note: FileNote) => void;
}

interface Job extends LargeFiles {
  readonly fetching: Fetching;
  /** Files that changed while they were read, as they were then. */
  readonly again: ListedFile[];
  readonly isLastRead: boolean;
}

/** A file that changes all the time is read only so often. */
const MOST_READS = 3;

/**
 * Reads files one by one, each from where it was cut, and again if its sha256 is not what the debug container has read.
 * Throws as `attempts`, and what the sink throws.
 */
export async function fetchLargeFiles(
  fetching: Fetching,
  asked: LargeFiles,
  signal: AbortSignal,
): Promise<void> {
  let files = asked.files;
  for (let read = 1; files.length > 0; read += 1) {
    const job: Job = { ...asked, fetching, files, again: [], isLastRead: read === MOST_READS };
    await fetchInRow(job, signal);
    for (const file of files.filter((each) => kindOf(each) !== 'file')) await fetchOne(job, file, signal);
    files = job.again;
  }
}

function kindOf({ path, kind, size, sparse }: ListedFile): SendKind {
  if (kind === 'link') return 'link';
  if (path === '' && size === 0) return 'whole';
  return sparse ? 'gzip' : 'file';
}

async function fetchInRow(job: Job, signal: AbortSignal): Promise<void> {
  const { fetching, attempts } = job;
  const queue = new Set<LargeFile>();
  for (const file of job.files)
    if (kindOf(file) === 'file') {
      const large = await openLargeFile(fetching.sink, file);
      fetching.onBytes(large.got);
      queue.add(large);
    }
  const onSent = (large: LargeFile): void => {
    queue.delete(large);
    settle(job, large);
  };
  try {
    await attempts.until(async () => {
      if (queue.size === 0) return { kind: 'done', value: undefined };
      const end = await fetchLarge(fetching, { files: [...queue], onSent }, signal);
      return judgeEnd(fetching, end, queue.size === 0);
    }, signal);
  } finally {
    for (const large of queue) large.leave();
  }
}

/** A script that came to its end has sent everything; if not, the tools of the image are to blame. */
function judgeEnd({ context, path }: Fetching, end: FilesScriptEnd, hasAll: boolean): Attempt<undefined> {
  if (hasAll) return { kind: 'done', value: undefined };
  if (end.kind === 'stopped') throw stoppedError(context, path, end);
  if (end.kind === 'cut') return end;
  throw new CliError('copy-incomplete', `cannot read ${path}: ${end.others[0] ?? 'not all of it was sent'}`, {
    hint: 'the debug image needs dd, head, xargs, stat and sha256sum, as --image=busybox:musl has',
  });
}

async function fetchOne(job: Job, file: ListedFile, signal: AbortSignal): Promise<void> {
  const { fetching, attempts } = job;
  const kind = kindOf(file);
  const large = await openLargeFile(fetching.sink, file);
  try {
    if (kind === 'gzip') {
      await attempts.until(async () => {
        const end = await fetchSparse(fetching, large, signal);
        return judgeEnd(fetching, end, end.kind === 'done' && (large.got === file.size || isLost(large)));
      }, signal);
      await large.finish();
      settle(job, large);
    } else if (kind === 'link' || kind === 'whole') {
      const bytes = await attempts.until(async () => {
        const whole = await fetchWhole(fetching, { large, kind }, signal);
        const judged = judgeEnd(fetching, whole.end, whole.end.kind === 'done');
        return judged.kind === 'done' ? { kind: 'done', value: whole.bytes } : judged;
      }, signal);
      await settleWhole(job, large, bytes);
    }
  } catch (error) {
    large.leave();
    throw error;
  }
}

function isLost({ sent }: LargeFile): boolean {
  return sent.lost !== undefined || sent.short !== undefined;
}

async function settleWhole(job: Job, large: LargeFile, bytes: Buffer): Promise<void> {
  const { sink } = job.fetching;
  const { file, sent } = large;
  if (sent.lost !== undefined) job.onNote({ path: file.path, trouble: sent.lost });
  else if (file.kind === 'link') await sink.addLink({ ...file, kind: 'link' }, bytes.toString('latin1'));
  else {
    const size = bytes.length;
    const writer = sink.openFile({ ...file, kind: 'file', size }, 0);
    await writer?.write(bytes);
    await writer?.finish();
    job.fetching.onBytes(size);
    if (writer !== undefined)
      job.onFile({ path: file.path, size, sha256: large.hash.update(bytes).digest('hex') });
  }
}

/** Judges a file of which everything is written. */
function settle(job: Job, large: LargeFile): void {
  const { file, sent, hash } = large;
  const sha256 = hash.digest('hex');
  const verdict = judgeLarge(large, sha256);
  if (!isBetterWithout(verdict, job) || !job.fetching.sink.takeBack({ ...file, kind: 'file' })) {
    const isWritten = large.writer() !== undefined && sent.lost === undefined;
    if (isWritten) job.onFile({ path: file.path, size: file.size, sha256 });
  } else if (sent.lost === undefined) {
    job.again.push({ ...file, size: sent.short ?? sent.after ?? file.size, sparse: false });
    return;
  }
  if (verdict !== 'fine') job.onNote({ path: file.path, trouble: verdict === 'again' ? 'changed' : verdict });
}

/** Whether what was written is of no use: there was nothing to read, or a second reading may give a whole file. */
function isBetterWithout(verdict: ReturnType<typeof judgeLarge>, { isLastRead }: Job): boolean {
  if (verdict === 'gone' || verdict === 'denied') return true;
  return !isLastRead && (verdict === 'again' || verdict === 'shrank');
}
