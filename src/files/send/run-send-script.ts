import type { ScriptInput } from '../../session/scripts/send-all.ts';
import type { ScriptEnd } from '../../session/scripts/stream-script.ts';
import type { BytePath } from '../file-sink.ts';
import type { ControlLine } from '../remote/control-lines.ts';
import { runFilesScript, type FilesContext } from '../remote/run-files-script.ts';

/** A script of `send-scripts.ts`. */
export interface SendScript {
  readonly text: string;
  /** The named destination, whose links it resolves. */
  readonly path: BytePath;
  readonly args: readonly string[];
  /** Made anew for each attempt. */
  readonly input?: () => ScriptInput;
}

/** What a script has said. */
export interface SendAnswer {
  readonly stdout: string;
  readonly lines: readonly ControlLine[];
  /** What its tools have said. */
  readonly others: readonly string[];
}

/** How it ended. */
export type SendEnd = SendAnswer &
  (
    | { readonly kind: 'done' }
    /** With a word of the script. */
    | ({ readonly kind: 'stopped' } & ControlLine)
    | { readonly kind: 'cut'; readonly end: ScriptEnd }
  );

/** Words with which only the scripts of this folder stop. */
const OWN_STOPS = ['no-folder', 'no-user', 'refused', 'clash'];
const AGAIN_MS = 100;
const STARTS_WITHIN_MS = 15_000;

/**
 * Runs a script, again while the debug container is still starting. stdout is `latin1`. Throws as `runFilesScript`.
 */
export async function runSendScript(
  context: FilesContext,
  script: SendScript,
  signal: AbortSignal,
): Promise<SendEnd> {
  const giveUpMs = context.io.now().getTime() + STARTS_WITHIN_MS;
  for (;;) {
    const { end, isStarting } = await runOnce(context, script, signal);
    if (!isStarting || context.io.now().getTime() > giveUpMs) return end;
    await context.io.sleep(AGAIN_MS, signal);
  }
}

async function runOnce(
  context: FilesContext,
  { text, path, args, input }: SendScript,
  signal: AbortSignal,
): Promise<{ readonly end: SendEnd; readonly isStarting: boolean }> {
  const stdout: Buffer[] = [];
  const lines: ControlLine[] = [];
  const script = {
    text,
    path,
    args,
    ...(input !== undefined && { input: untilStopped(input(), () => lines.some(isStop)) }),
    onData: (bytes: Buffer) => void stdout.push(bytes),
    onLine: (line: ControlLine) => void lines.push(line),
  };
  const ended = await runFilesScript(context, script, signal);
  const heard = { stdout: Buffer.concat(stdout).toString('latin1'), lines };
  switch (ended.kind) {
    case 'done':
      return { isStarting: false, end: { ...heard, kind: 'done', others: ended.others } };
    case 'stopped':
      return { isStarting: false, end: { ...heard, ...ended, others: [] } };
    case 'cut': {
      const { others, end } = ended;
      const stop = lines.find(isStop);
      const isStarting = end.kind === 'not-running';
      return stop === undefined
        ? { isStarting, end: { ...heard, kind: 'cut', end, others } }
        : { isStarting: false, end: { ...heard, ...stop, kind: 'stopped', others } };
    }
  }
}

function isStop({ word }: ControlLine): boolean {
  return OWN_STOPS.includes(word);
}

/** Ends the input of a script that has stopped, so that its last words are not lost behind what it does not read. */
async function* untilStopped(input: ScriptInput, isStopped: () => boolean): AsyncGenerator<Buffer> {
  for await (const bytes of input) {
    if (isStopped()) return;
    yield bytes;
  }
}
