import { Writable } from 'node:stream';
import { printableLines } from './printable.ts';

/**
 * A stream that writes to another one what it is given, made printable: for programs that share a terminal with us. A
 * character, or a CRLF, may come in two pieces; whatever is whole is written at once, as it may be a question.
 */
export function printableStream(stream: Writable): Writable {
  const decoder = new TextDecoder();
  let held = '';
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      const text = held + decoder.decode(chunk, { stream: true });
      held = text.endsWith('\r') ? '\r' : '';
      const whole = text.slice(0, text.length - held.length);
      if (whole === '') done();
      else stream.write(printableLines(whole), () => done());
    },
  });
}
