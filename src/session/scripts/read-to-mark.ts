/** Takes data; a promise asks for a pause. */
type TakeData = (bytes: Buffer) => Promise<void> | undefined;

/**
 * Passes a stream on up to a mark, and calls `onMark` for that. Of what may be the beginning of the mark, nothing is passed
 * on before more has come. What follows the mark is dropped.
 */
export function readToMark(mark: Buffer, onData: TakeData, onMark: () => void): TakeData {
  let held = Buffer.alloc(0);
  let isOver = false;
  return (bytes) => {
    if (isOver) return undefined;
    const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    const at = all.indexOf(mark);
    isOver = at >= 0;
    const end = isOver ? at : all.length - beginningOf(mark, all);
    held = Buffer.from(all.subarray(end));
    const taken = end === 0 ? undefined : onData(all.subarray(0, end));
    if (!isOver) return taken;
    if (taken !== undefined) return taken.then(onMark);
    onMark();
    return undefined;
  };
}

/** How many bytes at the end of `bytes` are the beginning of the mark. */
function beginningOf(mark: Buffer, bytes: Buffer): number {
  for (let length = Math.min(mark.length - 1, bytes.length); length > 0; length -= 1)
    if (bytes.subarray(-length).equals(mark.subarray(0, length))) return length;
  return 0;
}
