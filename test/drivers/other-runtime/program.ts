// Runs the program in a process of another runtime, for a test in this one: with the same `Io` as in the test, over a pipe.
import { createReadStream, createWriteStream } from 'node:fs';
import type { Io, SignalName } from '../../../src/io.ts';
import { runProgram } from '../../../src/program.ts';
import { patchUserInfo } from '../../../src/system/single-file/patch-user-info.ts';
import { anIo, type FakeIo } from '../../builders/an-io.ts';
import { readMessages, type FromProgram, type ToProgram } from './messages.ts';

patchUserInfo(process);
const channel = createWriteStream('', { fd: 4 });
const tell = (message: FromProgram): void => void channel.write(`${JSON.stringify(message)}\n`);

/** Tells what happens to a stream and to the terminal. */
function tellAll(io: Io): Io {
  for (const kind of ['stdout', 'stderr'] as const)
    io[kind].on('data', (chunk: Buffer) => tell({ kind, bytes: chunk.toString('base64') }));
  const heard = new Map<SignalName, number>();
  const count = (name: SignalName, more: number): void => {
    heard.set(name, (heard.get(name) ?? 0) + more);
    tell({ kind: 'hears', names: [...heard].flatMap(([each, listeners]) => (listeners > 0 ? [each] : [])) });
  };
  return {
    ...io,
    random: () => Math.random(),
    terminal: {
      ...io.terminal,
      setRawMode: (raw) => {
        io.terminal.setRawMode(raw);
        tell({ kind: 'raw', is: raw });
      },
      hideKeys: (hidden) => {
        io.terminal.hideKeys(hidden);
        tell({ kind: 'hidden', is: hidden });
      },
    },
    onSignal: (name, listener) => {
      const stop = io.onSignal(name, listener);
      count(name, 1);
      let isOver = false;
      return () => {
        if (!isOver) count(name, -1);
        isOver = true;
        stop();
      };
    },
  };
}

let fake: FakeIo | undefined;

async function start({ argv, options, replace }: Extract<ToProgram, { kind: 'start' }>): Promise<void> {
  fake = anIo(options);
  const exitCode = await runProgram({ ...tellAll(fake.io), ...replace }, argv);
  tell({ kind: 'ended', exitCode });
}

function hear(
  message: Exclude<ToProgram, { kind: 'start' }>,
  { stdin, deliver, resizeTo, advance }: FakeIo,
): void {
  switch (message.kind) {
    case 'stdin':
      stdin.write(Buffer.from(message.bytes, 'base64'));
      return;
    case 'end of stdin':
      stdin.end();
      return;
    case 'signal':
      deliver(message.name);
      return;
    case 'size':
      resizeTo(message.size);
      return;
    case 'advance':
      void advance(message.milliseconds).then(() => tell({ kind: 'advanced', call: message.call }));
  }
}

readMessages(createReadStream('', { fd: 3 }), (told) => {
  const message = told as ToProgram;
  if (message.kind === 'start') void start(message);
  else if (fake !== undefined) hear(message, fake);
});
