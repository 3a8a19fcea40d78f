import { makeSecret } from '../../pod/containers/envelope.ts';
import { readToMark } from '../../session/scripts/read-to-mark.ts';
import type { Connector } from './connector/connectors.ts';
import { openExecStream, type ExecLoss, type ExecPlace, type ExecStream } from './exec-stream.ts';
import { readLines } from './line-reader.ts';
import { linkScript } from './connector/scripts.ts';
import type { Warden } from './warden.ts';

/** What the links of one way share. */
export interface LinkPlace extends ExecPlace {
  readonly connector: Connector;
  /** Of the way; the warden knows its links by it. */
  readonly nonce: string;
  readonly warden: () => Pick<Warden, 'kill'> | undefined;
}

/** Who takes what comes over a link. */
export interface LinkListeners {
  readonly onData: (bytes: Buffer) => void;
  /** The connector runs, as far as the script tells. */
  readonly onRun: () => void;
  /** A line of the connector. */
  readonly onWords: (line: string) => void;
  /** The last byte has come. Input may go on. */
  readonly onOutputEnd: () => void;
  /** The connector has ended, and all its output has come. */
  readonly onEnd: (exitCode: number) => void;
  /** The stream ended before that. */
  readonly onCut: (loss: ExecLoss) => void;
}

/** One connection to come, or one that is there: a script that runs one connector. */
export interface Link extends Omit<ExecStream, 'close'> {
  /** Connects; called once. */
  readonly connect: (line: string, listeners: LinkListeners) => void;
  /** The connector's process; undefined before it runs, and where nobody asks for it. */
  readonly connectorId: () => number | undefined;
  /** Resolves when the script waits for a destination, or is lost. */
  readonly ready: Promise<void>;
  /** Drops what still comes, and ends the connection once the connector has ended, or after some time. */
  readonly finish: (atMostMs: number) => void;
  /** Ends the connection in the pod, whatever its state; more calls do nothing. */
  readonly end: () => void;
}

const NOBODY: LinkListeners = {
  onData: () => undefined,
  onRun: () => undefined,
  onWords: () => undefined,
  onOutputEnd: () => undefined,
  onEnd: () => undefined,
  onCut: () => undefined,
};

/** Our own lines: a process and its state, or the mark and an exit code. */
const OUR_LINE = /^(\w+) (ready|run|\d+)$/;

/** Opens a link. Throws as `openExecStream`. */
export async function openLink(place: LinkPlace, signal: AbortSignal): Promise<Link | ExecLoss> {
  const mark = makeSecret(place.io.random);
  let listeners = NOBODY;
  const script = hearScript(mark, () => listeners);
  const text = linkScript(place.connector, { nonce: place.nonce, mark });
  const stream = await openExecStream(place, { ...script, text }, signal);
  if ('isUnstarted' in stream) return stream;
  const lost = stream.lost.then((loss) => {
    if (!script.hasEnded()) listeners.onCut(loss);
    return loss;
  });
  let isOver = false;
  const end = (): void => {
    listeners = NOBODY;
    // A second kill could meet another process that has the number by then.
    if (isOver) return;
    isOver = true;
    const processId = script.scriptId();
    // Without its number the script still waits for a line, or its warden will know it.
    if (processId !== undefined) place.warden()?.kill(processId);
    else stream.endInput();
    stream.close();
  };
  return {
    ...stream,
    lost,
    ready: Promise.race([script.ready, stream.lost.then(() => undefined)]),
    connectorId: script.connectorId,
    connect: (line, next) => {
      listeners = next;
      stream.send(Buffer.from(line), () => undefined);
    },
    finish: (atMostMs) => {
      listeners = { ...NOBODY, onEnd: end };
      stream.resume();
      const over = new AbortController();
      void lost.then(() => over.abort());
      place.io.sleep(atMostMs, over.signal).then(end, () => undefined); // aborted: it has ended
    },
    end,
  };
}

/** Divides the output of a script into data and signs. */
function hearScript(mark: string, listeners: () => LinkListeners) {
  let scriptId: number | undefined;
  let connectorId: number | undefined;
  let exitCode: number | undefined;
  let isOutputOver = false;
  let tellReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (tellReady = resolve));
  const endIfOver = (): void => {
    if (isOutputOver && exitCode !== undefined) listeners().onEnd(exitCode);
  };
  const onLine = (line: string): void => {
    const [, subject = '', state = ''] = OUR_LINE.exec(line) ?? [];
    if (subject === mark) {
      exitCode = Number(state);
      endIfOver();
    } else if (state === 'ready' && scriptId === undefined) {
      scriptId = Number(subject);
      tellReady();
    } else if (state === 'run' && connectorId === undefined) {
      connectorId = Number(subject);
      listeners().onRun();
    } else listeners().onWords(line);
  };
  const onData = readToMark(
    Buffer.from(mark),
    (bytes) => {
      listeners().onData(bytes);
      return undefined;
    },
    () => {
      isOutputOver = true;
      listeners().onOutputEnd();
      endIfOver();
    },
  );
  return {
    ready,
    scriptId: () => scriptId,
    connectorId: () => connectorId,
    hasEnded: () => isOutputOver && exitCode !== undefined,
    onStdout: (bytes: Buffer) => void onData(bytes),
    onStderr: readLines(onLine),
  };
}
