export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
const NEWLINE = Buffer.of(LINE_FEED);

/** Returns what the container runtime writes to the log for these bytes: it drops one CR before each LF. */
export function asLogged(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    const end = at > from && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
    kept.push(bytes.subarray(from, end), NEWLINE);
    from = at + 1;
  }
  return Buffer.concat([...kept, bytes.subarray(from)]);
}

/** Returns the bytes that a terminal shows for what its log holds: it puts a CR before each LF. */
export function asOnTerminal(logged: Buffer): Buffer {
  return Buffer.from(logged.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}

/** Drops a CR at the end: the log has none once the LF behind it was printed. */
export function withoutLastCr(bytes: Buffer): Buffer {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}

/** Whether `bytes` begin with all of `beginning`. */
export function startsWith(bytes: Buffer, beginning: Buffer): boolean {
  return bytes.subarray(0, beginning.length).equals(beginning);
}

/** Whether `bytes` end with all of `end`. */
export function endsWith(bytes: Buffer, end: Buffer): boolean {
  return end.length <= bytes.length && bytes.subarray(bytes.length - end.length).equals(end);
}
