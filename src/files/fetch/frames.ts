/** A number of bytes to take from a stream. */
export interface FramePart {
  /** The place of the frame in the order. */
  readonly index: number;
  readonly bytes: Buffer;
  /** Whether the frame is complete with these bytes. */
  readonly isLast: boolean;
}

/**
 * Divides a stream without any marks into frames of the given sizes. Frames of size 0 get one part without bytes. What
 * comes after the last frame is dropped.
 */
export function divideFrames(sizes: readonly number[]): (bytes: Buffer) => readonly FramePart[] {
  let index = 0;
  let left = sizes[0] ?? 0;
  const next = (): void => {
    index += 1;
    left = sizes[index] ?? 0;
  };
  return (bytes) => {
    const parts: FramePart[] = [];
    let rest = bytes;
    while (index < sizes.length && (rest.length > 0 || left === 0)) {
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      parts.push({ index, bytes: part, isLast: left === 0 });
      if (left === 0) next();
    }
    return parts;
  };
}
