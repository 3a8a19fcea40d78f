const FRAME_BYTES = 1024 * 1024;
const LAST_FRAME = Buffer.from('0\n');

/**
 * Puts bytes into frames for a script that cannot see the end of its stdin: each is its length as a line, and so many bytes;
 * a length of 0 ends them. The script reads a line byte by byte and a frame with one `dd`, so frames are large.
 */
export async function* framed(source: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < FRAME_BYTES) continue;
    yield Buffer.concat([Buffer.from(`${bytes}\n`), ...held]);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat([Buffer.from(`${bytes}\n`), ...held]);
  yield LAST_FRAME;
}
