import type { Cluster } from '../../cluster/cluster.ts';
import type { Io } from '../../io.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { ScriptInput } from '../../session/scripts/send-all.ts';
import { streamScript, type ScriptEnd } from '../../session/scripts/stream-script.ts';
import type { TakeOutput } from '../../session/scripts/take-in-turn.ts';
import { readControlLines, type ControlLine } from './control-lines.ts';
import { readToMark } from '../../session/scripts/read-to-mark.ts';
import { enterWords, type FilesOf } from './enter-root.ts';

/** Where the files of a container are read and written: in its debug container. */
export interface FilesContext {
  readonly io: Io;
  readonly cluster: Cluster;
  /** The debug container. */
  readonly keeper: ContainerRef;
  /** Begins the lines of our scripts. No file of the target can know it. */
  readonly nonce: string;
  /** Read anew for each script, as the target may restart. Throws `target-not-running`. */
  readonly findFiles: () => FilesOf;
}

/** A script that begins with `ENTER_ROOT`. */
export interface FilesScript {
  readonly text: string;
  /** The path in the target. */
  readonly path: string;
  readonly args: readonly string[];
  readonly input?: ScriptInput;
  readonly onData: (bytes: Buffer) => Promise<void> | undefined;
  /** Not called for the lines that end the script: see `FilesScriptEnd`. */
  readonly onLine?: (line: ControlLine) => void;
}

/** How a script about files ended. */
export type FilesScriptEnd =
  /** It came to its end. */
  | { readonly kind: 'done'; readonly others: readonly string[] }
  /** It stopped, with a word of ours. */
  | { readonly kind: 'stopped'; readonly word: string; readonly fields: readonly string[] }
  /** The connection was cut, or the script was killed. */
  | { readonly kind: 'cut'; readonly end: ScriptEnd; readonly others: readonly string[] };

/** Words with which `ENTER_ROOT` and the scripts stop. */
const STOP_WORDS = ['ignored', 'no-process', 'closed', 'loop', 'missing', 'denied', 'folder'];

/** Runs a script about files in the debug container. Throws as `streamScript` and `findFiles`. */
export async function runFilesScript(
  context: FilesContext,
  script: FilesScript,
  signal: AbortSignal,
): Promise<FilesScriptEnd> {
  const { keeper: container, nonce, findFiles } = context;
  const { text, path, args, input = [], onData, onLine } = script;
  const both = whenBothEnded();
  let stop: ControlLine | undefined;
  const control = readControlLines(nonce, (line) => {
    if (line.word === 'end') both.ended('stderr');
    else if (STOP_WORDS.includes(line.word)) stop = line;
    else onLine?.(line);
  });
  const data = readToMark(Buffer.from(`${nonce} end\n`), onData, () => both.ended('stdout'));
  const onOutput: TakeOutput = (channel, bytes) => (channel === 'stdout' ? data(bytes) : control.read(bytes));
  const words = [...enterWords(findFiles(), nonce, path), ...args];
  const streamed = { container, text, args: words, input: withAnswer(input, both.haveEnded), onOutput };
  const end = await streamScript(context, streamed, signal);
  const others = control.others();
  if (stop !== undefined) return { kind: 'stopped', ...stop };
  // A node that is killed ends its streams with success too, so only our own last lines prove the end.
  return both.areEnded() ? { kind: 'done', others } : { kind: 'cut', end, others };
}

type Channel = Parameters<TakeOutput>[0];

function whenBothEnded() {
  const open = new Set<Channel>(['stdout', 'stderr']);
  let resolve: () => void = () => undefined;
  const haveEnded = new Promise<void>((done) => (resolve = done));
  return {
    haveEnded,
    areEnded: () => open.size === 0,
    ended: (channel: Channel): void => {
      open.delete(channel);
      if (open.size === 0) resolve();
    },
  };
}

/** The input, and then the line for which the script waits at its end. */
async function* withAnswer(input: ScriptInput, haveEnded: Promise<void>): AsyncGenerator<Buffer> {
  yield* input;
  await haveEnded;
  yield Buffer.from('\n');
}
