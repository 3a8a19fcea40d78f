// The build gives this file to ws in place of the native addon `bufferutil`: ws masks byte by byte without one, which takes
// seven times as long.

/**
 * Writes `length` bytes of `source`, masked by four bytes (RFC 6455 §5.3), to `output` from `offset` on, four
 * bytes at a time. `source` may be `output` itself.
 */
// eslint-disable-next-line max-params -- the signature that ws expects
export function mask(
  source: Buffer,
  maskBytes: Buffer,
  output: Buffer,
  offset: number,
  length: number,
): void {
  // A view of words begins at a multiple of four.
  const head = Math.min(length, -(output.byteOffset + offset) & 3);
  const wordCount = (length - head) >>> 2;
  const tail = head + 4 * wordCount;
  const maskOne = (index: number): void => {
    output[offset + index] = (source[index] ?? 0) ^ (maskBytes[index & 3] ?? 0);
  };
  for (let index = 0; index < head; index += 1) maskOne(index);
  source.copy(output, offset + head, head, tail);
  const start = wordCount === 0 ? 0 : output.byteOffset + offset + head;
  const words = new Uint32Array(output.buffer, start, wordCount);
  const [word = 0] = new Uint32Array(
    Uint8Array.from([0, 1, 2, 3], (at) => maskBytes[(head + at) & 3] ?? 0).buffer,
  );
  for (let index = 0; index < wordCount; index += 1) words[index] = (words[index] ?? 0) ^ word;
  for (let index = tail; index < length; index += 1) maskOne(index);
}

/** Takes the mask off the bytes of a buffer; only servers get masked bytes. */
export function unmask(buffer: Buffer, maskBytes: Buffer): void {
  mask(buffer, maskBytes, buffer, 0, buffer.length);
}
