import { StringDecoder } from 'node:string_decoder';
import type { Io, TerminalSize } from '../io.ts';
import { printable } from '../output/printable.ts';
import { castEvent, castHeader, castSize, type CastCode } from './cast-text.ts';
import type { RecordFacts } from './record-facts.ts';
import type { RecordFile } from './record-file.ts';
import { beginLines } from './record-lines.ts';
import type { OpenRecord, Recorder } from './recorder.ts';

/** A cast to write. */
export interface CastRequest {
  readonly file: RecordFile;
  readonly title: string;
  readonly facts: RecordFacts;
  /** Whether the output comes from a terminal, which has put a carriage return before each line feed. */
  readonly isTerminal: boolean;
  readonly hasInput: boolean;
}

const NO_BYTES = Buffer.alloc(0);
/** The size of a VT100. */
const USUAL_SIZE: TerminalSize = { columns: 80, rows: 24 };

type CastIo = Pick<Io, 'now' | 'env'> & { readonly terminal: Pick<Io['terminal'], 'size'> };

/**
 * Begins an asciicast v2 file. Stdout and stderr are both output. A character that is cut between two pieces is whole in the
 * record; bytes that are not UTF-8 become U+FFFD there. Without a terminal each line feed gets a carriage return, as a
 * terminal would add it, so that players show lines. Throws `record-failed`.
 */
export async function beginCast(io: CastIo, request: CastRequest): Promise<OpenRecord> {
  const { file, title, facts, isTerminal, hasInput } = request;
  const startedAt = io.now();
  let size = io.terminal.size() ?? USUAL_SIZE;
  const event = (code: CastCode, data: string): string =>
    castEvent(io.now().getTime() - startedAt.getTime(), code, data);
  const header = castHeader({ size, startedAt, title: printable(title), term: io.env['TERM'], facts });
  const checkpoint = (sha256: string): string => event('m', `sha256 ${sha256}`);
  const lines = await beginLines(io, file, { header, checkpoint });
  const decoders = { stdout: new StringDecoder(), stderr: new StringDecoder(), input: new StringDecoder() };
  const add = (code: CastCode, data: string): boolean => lines.add(event(code, data));
  const addOutput = (text: string): boolean =>
    text === '' || add('o', isTerminal ? text : text.replaceAll('\n', '\r\n'));
  const recorder: Recorder = {
    ...lines,
    output: (channel, bytes) => {
      if (lines.failure() !== undefined) return NO_BYTES;
      return addOutput(decoders[channel].write(bytes)) ? bytes : NO_BYTES;
    },
    rest: () => NO_BYTES,
    ...(hasInput && {
      input: (bytes: Buffer): void => {
        const text = decoders.input.write(bytes);
        if (text !== '') add('i', text);
      },
    }),
    resize: (now) => {
      if (castSize(now) === castSize(size)) return;
      size = now;
      add('r', castSize(now));
    },
    mark: (text) => void add('m', printable(text)),
  };
  return {
    recorder,
    isBegun: lines.isBegun,
    discard: lines.discard,
    finish: (end) => {
      // What is left of a cut character.
      addOutput(decoders.stdout.end());
      addOutput(decoders.stderr.end());
      recorder.mark(end);
      return lines.close();
    },
  };
}
