import type { Connected } from '../../join/connected.ts';
import type { OpenKeeper } from '../../join/keeper/open-keeper.ts';
import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { makeSecret } from '../../pod/containers/envelope.ts';
import { latestPod } from '../../cluster/watch/pod-watch.ts';
import { readToMark } from '../../session/scripts/read-to-mark.ts';
import { streamScript, type ScriptEnd } from '../../session/scripts/stream-script.ts';
import type { TakeOutput } from '../../session/scripts/take-in-turn.ts';
import { describeLoss } from '../../session/streams/remote-stream.ts';
import { followStop, type Stopping } from './follow-stop.ts';
import { hearTcpdump } from './hear-tcpdump.ts';
import { holdOutput, type TakeBytes } from './hold-output.ts';
import { speakToScript } from './speak-to-script.ts';
import type { TcpdumpEnd } from './tcpdump-end.ts';
import { tcpdumpScript } from './tcpdump-script.ts';

/** A run of tcpdump. */
export interface TcpdumpRun {
  readonly keeper: Pick<OpenKeeper, 'ref' | 'watch'>;
  /** What follows `tcpdump` on its command line. No shell reads them. They are part of the URL, so they have to be short. */
  readonly words: readonly string[];
  /** Takes the output of tcpdump. */
  readonly onOutput: TakeBytes;
  /** tcpdump has begun to capture. */
  readonly onListening?: () => void;
  /** Gives up waiting for the end of tcpdump, after a second Ctrl-C. */
  readonly force?: AbortSignal;
}

const AGAIN_MS = 100;
/** For how long an exec is tried again while the runtime does not know the container yet, in milliseconds. */
const STARTS_WITHIN_MS = 15_000;

/**
 * Runs tcpdump in a keeper. An abort of `signal` ends it there, and all that it has written and its counts still come, unless
 * it takes too long. However we end, tcpdump ends within 20 s. While `onOutput` is slow, tcpdump waits, and counts what it drops.
 * Throws `ApiError` or `CliError` when the server refuses the exec, and what `onOutput` throws.
 */
export async function runTcpdump(
  connected: Pick<Connected, 'io' | 'cluster'>,
  run: TcpdumpRun,
  signal: AbortSignal,
): Promise<TcpdumpEnd> {
  const { io } = connected;
  const { watch, ref } = run.keeper;
  const giveUpMs = io.now().getTime() + STARTS_WITHIN_MS;
  for (;;) {
    const { end, isStarting } = await runOnce(connected, run, signal);
    const pod = latestPod(watch);
    const isOver = pod === undefined || findContainerEnd(pod, ref.container) !== undefined;
    if (!isStarting || isOver || signal.aborted || io.now().getTime() > giveUpMs) return end;
    await io.sleep(AGAIN_MS, signal).catch(() => undefined); // an abort is judged above
  }
}

interface Attempt {
  readonly end: TcpdumpEnd;
  /** Whether the runtime does not know the container yet. */
  readonly isStarting: boolean;
}

async function runOnce(
  connected: Pick<Connected, 'io' | 'cluster'>,
  run: TcpdumpRun,
  signal: AbortSignal,
): Promise<Attempt> {
  const { io } = connected;
  const stopping = followStop(io, signal, run.force);
  const output = readOutput(makeSecret(io.random), run, stopping);
  const script = {
    container: run.keeper.ref,
    text: tcpdumpScript(output.nonce),
    args: run.words,
    input: speakToScript(io, stopping, output.held),
    onOutput: output.take,
  };
  const end = await streamUntilGivenUp(connected, { script, stopping });
  if (end.kind !== 'given-up') await output.held.allTaken();
  const { bytes, ended } = output.result();
  const { exitCode = 0, said, counts, interfaces } = output.news();
  if (ended) return { isStarting: false, end: { kind: 'ended', exitCode, said, counts, interfaces, bytes } };
  return {
    isStarting: end.kind === 'not-running',
    end: { kind: 'lost', reason: describeEnd(end), counts, bytes },
  };
}

/** Divides the output into that of tcpdump and our marks, and finishes once both streams have ended. */
function readOutput(nonce: string, { onOutput, onListening }: TcpdumpRun, stopping: Stopping) {
  const ear = hearTcpdump(nonce, onListening);
  let bytes = 0;
  let isWhole = false;
  const hasEnded = (): boolean => isWhole && ear.news().exitCode !== undefined;
  const finishAtEnd = (): void => {
    if (hasEnded()) stopping.finish();
  };
  const held = holdOutput(onOutput, { onTaken: stopping.heard, onFailure: stopping.fail });
  const onData = (data: Buffer): Promise<void> | undefined => {
    bytes += data.length;
    return held.take(data);
  };
  const packets = readToMark(Buffer.from(`${nonce} end\n`), onData, () => {
    isWhole = true;
    finishAtEnd();
  });
  const take: TakeOutput = (channel, data) => {
    stopping.heard();
    if (channel === 'stdout') return packets(data);
    ear.hear(data);
    finishAtEnd();
    return undefined;
  };
  return { nonce, take, held, news: ear.news, result: () => ({ bytes, ended: hasEnded() }) };
}

type EarlyEnd = ScriptEnd | { readonly kind: 'given-up'; readonly reason: string };

async function streamUntilGivenUp(
  connected: Pick<Connected, 'io' | 'cluster'>,
  { script, stopping }: { readonly script: Parameters<typeof streamScript>[1]; readonly stopping: Stopping },
): Promise<EarlyEnd> {
  try {
    return await streamScript(connected, script, stopping.givenUp);
  } catch (error) {
    const reason = stopping.whyGivenUp();
    if (reason === undefined) throw error;
    return { kind: 'given-up', reason };
  } finally {
    stopping.finish();
  }
}

function describeEnd(end: EarlyEnd): string {
  switch (end.kind) {
    case 'given-up':
      return end.reason;
    case 'not-running':
      return end.message;
    default:
      return describeLoss(end);
  }
}
