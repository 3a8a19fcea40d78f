import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { streamScript, type ScriptEnd } from '../../session/scripts/stream-script.ts';
import { scriptText, secondsOf, type ScriptTask } from './script.ts';
import { readSections, type Section } from './sections.ts';

/** For how long an exec is tried again while the runtime does not know the container yet, in milliseconds. */
const PATIENCE_MS = 15_000;
const AGAIN_MS = 100;
/** The sections take a second at most; each has a limit of its own, and this ends what hangs all the same. */
const MOST_MS = 120_000;

interface InsideRun {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly container: ContainerRef;
  readonly task: ScriptTask;
  /** Takes each section as soon as it is whole. */
  readonly onSection: (section: Section) => Promise<void>;
}

/** Aborts a stream that has told all. */
const IS_OVER = 'the script is over';
const IS_LATE = 'the script did not end in time';

/**
 * Runs the script in a debug container. Returns why sections may be missing; undefined if the script has told all. Throws
 * the signal's reason when it is aborted, and what `onSection` throws.
 */
export async function runInside(run: InsideRun, signal: AbortSignal): Promise<string | undefined> {
  const { io, task } = run;
  const giveUpAt = io.now().getTime() + PATIENCE_MS;
  const mostMs = MOST_MS + 1000 * secondsOf('file') * task.files.length;
  for (;;) {
    const why = await runOnce(run, mostMs, signal);
    if (why === undefined || !why.isTooEarly || io.now().getTime() > giveUpAt) return why?.text;
    await io.sleep(AGAIN_MS, signal);
  }
}

interface Failure {
  readonly text: string;
  /** Whether the runtime does not know the container yet. */
  readonly isTooEarly: boolean;
}

async function runOnce(run: InsideRun, mostMs: number, signal: AbortSignal): Promise<Failure | undefined> {
  const { io, cluster, container, task, onSection } = run;
  const reader = readSections(task.nonce);
  const over = new AbortController();
  const end = (why: string): void => over.abort(new Error(why));
  io.sleep(mostMs, AbortSignal.any([signal, over.signal])).then(
    () => end(IS_LATE),
    () => undefined, // it is over
  );
  let said = '';
  const take = async (channel: 'stdout' | 'stderr', bytes: Buffer): Promise<void> => {
    if (channel === 'stderr') said = `${said}${bytes.toString()}`.slice(0, MOST_SAID);
    else for (const section of reader.add(bytes)) await onSection(section);
    // A process that could not be ended may hold the stream open.
    if (reader.isOver()) end(IS_OVER);
  };
  const script = { container, text: scriptText(task), args: [], onOutput: take };
  try {
    const ended = await streamScript({ io, cluster }, script, AbortSignal.any([signal, over.signal]));
    if (reader.isOver()) return undefined;
    await takeRest(reader.rest(), onSection);
    return { text: describeEnd(ended, said), isTooEarly: ended.kind === 'not-running' };
  } catch (error) {
    signal.throwIfAborted();
    if (reader.isOver()) return undefined;
    if (over.signal.aborted) {
      await takeRest(reader.rest(), onSection);
      return { text: IS_LATE, isTooEarly: false };
    }
    if (!isApiError(error) && !isCliError(error)) throw error;
    return { text: `the exec was refused: ${error.message}`, isTooEarly: false };
  } finally {
    over.abort();
  }
}

/** How much of the script's errors tells what is wrong. */
const MOST_SAID = 500;

async function takeRest(rest: Section | undefined, onSection: InsideRun['onSection']): Promise<void> {
  if (rest !== undefined) await onSection(rest);
}

function describeEnd(end: ScriptEnd, said: string): string {
  const why = said.trim() === '' ? '' : `: ${said.trim()}`;
  switch (end.kind) {
    case 'not-running':
      return `the debug container does not run: ${end.message}`;
    case 'broken':
      return `the connection was lost: ${end.reason}`;
    case 'closed':
      return `the connection was closed (${end.code})`;
    case 'status':
      return end.status.kind === 'failure' ? `${end.status.message}${why}` : `the script ended early${why}`;
  }
}
