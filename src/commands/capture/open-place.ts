import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  bothWriters,
  inTurn,
  isSpecial,
  openFileWriter,
  stdoutWriter,
} from '../../capture/sink/byte-writers.ts';
import type { ByteWriter } from '../../capture/sink/packet-sink.ts';
import { openWireshark } from '../../capture/sink/wireshark.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import type { CapturePlace, CaptureRequest } from './capture-request.ts';

/** Throws `output-failed` for a file that cannot be made or must not be replaced, before anything is added to a pod. */
export async function refuseTaken(io: Io, place: CapturePlace): Promise<void> {
  if (place.kind !== 'file') return;
  const file = path.resolve(io.workingDirectory, place.file);
  if (existsSync(file) && statSync(file).isDirectory())
    throw new CliError('output-failed', `cannot write ${place.file}: it is a folder`, {
      hint: 'name a file in it',
    });
  const folder = path.dirname(file);
  if (!existsSync(folder))
    throw new CliError('output-failed', `cannot write ${place.file}: there is no folder ${folder}`, {
      hint: commandText`mkdir -p ${folder}`,
    });
  if (place.overwrites || !existsSync(file) || (await isSpecial(file))) return;
  throw new CliError('output-failed', `cannot write ${place.file}: it exists already`, {
    hint: 'to replace it: --overwrite; or name another file with -w',
  });
}

/** Where the packets of a call go, opened. */
export interface OpenPlace {
  readonly writer: ByteWriter;
  readonly isText: boolean;
  /** Resolves when Wireshark is closed, and rejects if it cannot be started; never without it. */
  readonly closed: Promise<void>;
}

const NEVER = new Promise<never>(() => undefined);

/** Opens the place, and starts Wireshark if a program is given. Throws `output-failed`. The caller closes the writer. */
export async function openPlace(
  io: Io,
  { place, program }: Pick<CaptureRequest, 'place'> & { readonly program: string | undefined },
  signal: AbortSignal,
): Promise<OpenPlace> {
  const file = place.kind === 'file' ? await openFile(io, place) : undefined;
  if (program === undefined)
    return {
      writer: inTurn(file ?? stdoutWriter(io, signal)),
      isText: place.kind === 'lines',
      closed: NEVER,
    };
  const wireshark = await openWireshark(program);
  const writer = file === undefined ? wireshark : bothWriters(file, wireshark);
  return { writer: inTurn(writer), isText: false, closed: wireshark.closed };
}

function openFile(io: Io, place: Extract<CapturePlace, { kind: 'file' }>): Promise<ByteWriter> {
  const file = path.resolve(io.workingDirectory, place.file);
  return openFileWriter({ file, overwrites: place.overwrites, userId: io.userId });
}
