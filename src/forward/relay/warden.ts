import { CliError } from '../../errors/cli-error.ts';
import type { Programs } from './connector/choose-connector.ts';
import { openExecStream, type ExecLoss, type ExecPlace, type ExecStream } from './exec-stream.ts';
import { readLines } from './line-reader.ts';
import { wardenScript } from './connector/scripts.ts';

/** Watches over the connections of one way, inside the pod, and ends them when we are gone. */
export interface Warden {
  readonly programs: Programs;
  /** Kills the script of a connection, and its connector. */
  readonly kill: (processId: number) => void;
  /** Whether a connector has received the end of its connection; false as well if nobody can tell. */
  readonly hasEnd: (processId: number) => Promise<boolean>;
  /** Whether a program of the pod has, or is opening, a connection to this port of a host; undefined if nobody can tell. */
  readonly hasBegun: (port: number) => Promise<boolean | undefined>;
  /** Resolves once; never rejects. */
  readonly lost: Promise<ExecLoss>;
  readonly close: () => void;
}

/** How long a container may take to run the first script, in milliseconds. */
const START_MS = 15_000;
const AGAIN_MS = 100;

/**
 * Opens the warden of a way, and waits for a container that is starting. Throws as `openExecStream`, and `start-failed` when
 * the container runs no script.
 */
export async function openWarden(place: ExecPlace, nonce: string, signal: AbortSignal): Promise<Warden> {
  const { io } = place;
  const giveUpMs = io.now().getTime() + START_MS;
  for (;;) {
    const warden = await tryToOpen(place, nonce, signal);
    if (!('isUnstarted' in warden)) return warden;
    if (io.now().getTime() > giveUpMs)
      throw new CliError(
        warden.isUnstarted ? 'container-not-running' : 'connection-lost',
        `debug container "${place.container.container}" runs no script: ${warden.why}`,
      );
    await io.sleep(AGAIN_MS, signal);
  }
}

async function tryToOpen(place: ExecPlace, nonce: string, signal: AbortSignal): Promise<Warden | ExecLoss> {
  const names: string[] = [];
  const help: string[] = [];
  let isReady: () => void = () => undefined;
  const ready = new Promise<undefined>((resolve) => (isReady = () => resolve(undefined)));
  const answers = hearAnswers();
  const ports = hearPorts();
  const onStdout = readLines((line) => {
    const [word = '', ...rest] = line.split(' ');
    if (word === 'has') names.push(rest.join(' '));
    else if (word === 'help') help.push(rest.join(' '));
    else if (word === 'ready') isReady();
    else if (word in BEGUN) ports.hear(word, Number(rest[0]));
    else answers.hear(word, Number(rest[0]));
  });
  const script = { text: wardenScript(nonce), onStdout, onStderr: () => undefined };
  const stream = await openExecStream(place, script, signal);
  if ('isUnstarted' in stream) return stream;
  const loss = await Promise.race([ready, stream.lost]);
  if (loss !== undefined) return loss;
  return {
    programs: { names, help: help.join('\n') },
    kill: (processId) => tell(stream, `k ${processId}`),
    hasEnd: askInTurn(place.io, stream, answers),
    hasBegun: (port) => {
      const answer = ports.next(port);
      tell(stream, `s ${port}`);
      return Promise.race([answer, stream.lost.then(() => undefined)]);
    },
    lost: stream.lost,
    close: stream.close,
  };
}

function tell(stream: ExecStream, line: string): void {
  stream.send(Buffer.from(`${line}\n`), () => undefined);
}

/** The answers to a question about a port. */
const BEGUN: Readonly<Record<string, boolean | undefined>> = {
  begun: true,
  waits: false,
  unknown: undefined,
};

interface Ports {
  readonly hear: (word: string, port: number) => void;
  /** Resolves with the next answer about this port. */
  readonly next: (port: number) => Promise<boolean | undefined>;
}

function hearPorts(): Ports {
  const asked = new Map<number, ((begun: boolean | undefined) => void)[]>();
  return {
    hear: (word, port) => {
      for (const tellAnswer of asked.get(port) ?? []) tellAnswer(BEGUN[word]);
      asked.delete(port);
    },
    next: (port) =>
      new Promise((resolve) => {
        asked.set(port, [...(asked.get(port) ?? []), resolve]);
      }),
  };
}

interface Answers {
  readonly hear: (word: string, processId: number) => void;
  /** Resolves with the processes that were named before the next `checked`. */
  readonly next: () => Promise<ReadonlySet<number>>;
}

function hearAnswers(): Answers {
  let named = new Set<number>();
  let tellChecked: (named: ReadonlySet<number>) => void = () => undefined;
  return {
    hear: (word, processId) => {
      if (word === 'closed') named.add(processId);
      if (word !== 'checked') return;
      tellChecked(named);
      named = new Set();
    },
    next: () => new Promise((resolve) => (tellChecked = resolve)),
  };
}

/** For how long questions are collected, in milliseconds: one answer serves all of them. */
const COLLECT_MS = 5;

function askInTurn(
  io: ExecPlace['io'],
  stream: ExecStream,
  answers: Answers,
): (processId: number) => Promise<boolean> {
  const nobody: ReadonlySet<number> = new Set();
  const lost = stream.lost.then(() => nobody);
  let collecting: Set<number> | undefined;
  let turn: Promise<ReadonlySet<number>> = Promise.resolve(nobody);
  const ask = async (): Promise<ReadonlySet<number>> => {
    await turn;
    await io.sleep(COLLECT_MS);
    const asked = collecting ?? nobody;
    collecting = undefined;
    const answer = answers.next();
    tell(stream, `c ${[...asked].join(' ')}`);
    return Promise.race([answer, lost]);
  };
  let asking = turn;
  return async (processId) => {
    if (collecting === undefined) {
      collecting = new Set();
      asking = ask();
      turn = asking;
    }
    collecting.add(processId);
    return (await asking).has(processId);
  };
}
