import { CHECK_EXIT } from '../../errors/exit-codes.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import type { Connected } from '../../join/connected.ts';
import { makeNotes } from '../../output/say/notes.ts';
import type { OneTarget } from '../shared/find-one-pod.ts';
import { withCluster } from '../shared/with-cluster.ts';
import { jobsOf, withRights } from '../shared/with-rights.ts';
import { copyBetween } from './copy-between.ts';
import { copyFromPod } from './copy-from-pod.ts';
import { followInPod } from './follow-in-pod.ts';
import type { Copied, Copying, OpenPath } from './copy-job.ts';
import { copyToPod } from './copy-to-pod.ts';
import { readCopyJob, readCopyOptions, type CopyJob, type LocalPlace, type PodPath } from './cp-request.ts';
import { describeCopied } from './describe-copied.ts';
import { readKeeperFlags } from './open/keeper-flags.ts';
import { checkLocalDestination } from './local-destination.ts';
import { openFiles, type OpenFiles } from './open/open-container-files.ts';

/** `kubectl-debug cp SOURCE… DESTINATION`. Exits with 0, 1 if something was not copied, 2 for a wrong call. */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const job = readCopyJob(io, input);
  const options = readCopyOptions(input.flags);
  const keeper = readKeeperFlags(io, input);
  if (job.kind === 'download') await checkLocalDestination(io, job);
  const isQuiet = input.flags.boolean('quiet');
  const notes = makeNotes(io, { quiet: isQuiet });
  return withCluster(io, input.flags, async (cluster, signal) => {
    const body = async (connected: Connected): Promise<number> => {
      const opened = openFiles(connected, keeper);
      try {
        return await carryOut({ connected, options }, { job, opened }, signal);
      } finally {
        opened.close();
      }
    };
    const jobs = jobsOf(['cp'], targetsOf(job));
    return withRights({ io, cluster, notes, isQuiet, jobs }, body, signal);
  });
}

function targetsOf(job: CopyJob): readonly OneTarget[] {
  switch (job.kind) {
    case 'download':
      return job.sources.map(({ target }) => target);
    case 'upload':
      return [job.destination.target];
    case 'between':
      return [...job.sources, job.destination].map(({ target }) => target);
    case 'follow':
      return [job.source.target];
  }
}

interface Carried {
  readonly job: CopyJob;
  readonly opened: OpenFiles;
}

async function carryOut(copying: Copying, { job, opened }: Carried, signal: AbortSignal): Promise<number> {
  const open = ({ text, target, container, path }: PodPath): Promise<OpenPath> =>
    opened.open({ target, container }, signal).then((files) => ({ text, files, path }));
  switch (job.kind) {
    case 'follow': {
      const source = await open(job.source);
      return followInPod(copying, { source, tailLines: job.tailLines }, signal);
    }
    case 'download': {
      const { sources, destination } = job;
      return copyEach(copying, sources, async (source) =>
        copyFromPod(copying, { source: await open(source), destination, ...among(sources) }, signal),
      );
    }
    case 'upload': {
      const { sources } = job;
      const destination = await open(job.destination);
      return copyEach(copying, sources, (source) =>
        copyToPod(copying, { source, destination, ...among(sources) }, signal),
      );
    }
    case 'between': {
      const { sources } = job;
      const destination = await open(job.destination);
      return copyEach(copying, sources, async (source) =>
        copyBetween(copying, { source: await open(source), destination, ...among(sources) }, signal),
      );
    }
  }
}

function among(sources: readonly unknown[]): { readonly isOneOfSeveral: boolean } {
  return { isOneOfSeveral: sources.length > 1 };
}

/** Copies one source after the other, and says of each what was copied. The first failure ends it. */
async function copyEach<T extends PodPath | LocalPlace>(
  { connected: { io, notes } }: Copying,
  sources: readonly T[],
  copy: (source: T) => Promise<Copied>,
): Promise<number> {
  let exitCode: number = CHECK_EXIT.ok;
  for (const source of sources) {
    const beganMs = io.now().getTime();
    const copied = await copy(source);
    copied.remarks.forEach(notes.warn);
    if (copied.lacksFiles) exitCode = CHECK_EXIT.failure;
    notes.note(describeCopied(textOf(source), copied, io.now().getTime() - beganMs));
  }
  return exitCode;
}

function textOf(source: PodPath | LocalPlace): string {
  if ('text' in source) return source.text;
  return source.kind === 'stream' ? 'stdin' : source.path;
}
