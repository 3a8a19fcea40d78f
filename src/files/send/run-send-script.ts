import { CliError } from '../../errors/cli-error.ts';
import type { ScriptInput } from '../../session/scripts/send-all.ts';
import type { BytePath } from '../file-sink.ts';
import { utf8Text } from '../names/local-name.ts';
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

/** How it ended. */
export interface SendEnd {
  /** `stopped` has the word of the script, and what its tools said. */
  readonly kind: 'done' | 'stopped' | 'cut';
  readonly word: string;
  readonly fields: readonly string[];
  readonly stdout: string;
  readonly lines: readonly ControlLine[];
  readonly others: readonly string[];
}

/** Words with which only the scripts of this folder stop. */
const OWN_STOPS = ['no-folder', 'no-user', 'refused', 'clash'];
const AGAIN_MS = 100;
const STARTS_WITHIN_MS = 15_000;

/**
 * Runs a script, again while the debug container is still starting. stdout is `latin1`. Throws as `runFilesScript`, and
 * `usage` for a path that is not UTF-8.
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
    path: pathWord(path),
    args,
    ...(input !== undefined && { input: untilStopped(input(), () => lines.some(isStop)) }),
    onData: (bytes: Buffer) => void stdout.push(bytes),
    onLine: (line: ControlLine) => void lines.push(line),
  };
  const ended = await runFilesScript(context, script, signal);
  const heard = { stdout: Buffer.concat(stdout).toString('latin1'), lines, word: '', fields: [] };
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
        ? { isStarting, end: { ...heard, kind: 'cut', others } }
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

/** The arguments of a script are text. */
function pathWord(path: BytePath): string {
  const text = utf8Text(path);
  if (text !== undefined) return text;
  throw new CliError('usage', 'a path on the command line has to be UTF-8', {
    hint: 'name the folder above it',
  });
}
