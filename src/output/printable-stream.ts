import { Writable } from 'node:stream';
import { printableLines } from './printable.ts';

/**
 * A stream that makes its text printable and writes it to another stream, for programs that share our terminal. A character
 * or a CRLF may arrive in two pieces; everything complete is written at once, as it may be a question.
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
