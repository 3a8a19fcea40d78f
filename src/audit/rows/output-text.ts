/** Output as text, for reading and comparing. */
export interface OutputText {
  /** `bytes`: not UTF-8. Two outputs are equal only if this is equal too. */
  readonly encoding: 'utf8' | 'bytes';
  /** Tells any two outputs of the same encoding apart; of `bytes`, a character a byte. */
  readonly exact: string;
  /** For people: what is not UTF-8 is U+FFFD. */
  readonly shown: string;
  /** Whether nobody can read it: an image, a heap dump, a compressed file. */
  readonly isBinary: boolean;
}

// NUL separates the entries of /proc/*/environ and cmdline, and ESC starts a colour: both are common in text.
const UNREADABLE = /[\u0001-\u0007\u000e-\u001a\u001c-\u001f\ufffd]/g;
/** What is not UTF-8 and full of NULs is a program or an archive. */
const UNREADABLE_OR_NUL = /[\u0000-\u0007\u000e-\u001a\u001c-\u001f\ufffd]/g;
/** Text in another encoding has less than this share of unreadable characters. */
const BINARY_SHARE = 0.25;

/** The text when `bytes` are UTF-8; of cut output the last character may be cut too. */
function decodeStrictly(bytes: Uint8Array, isTruncated: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isTruncated });
  } catch {
    return undefined; // the only way in which the decoder says that it is not UTF-8
  }
}

/** Reads what a command printed, which may be anything. */
export function readOutputText(bytes: Uint8Array, isTruncated: boolean): OutputText {
  const text = decodeStrictly(bytes, isTruncated);
  if (text !== undefined) {
    const unreadable = text.match(UNREADABLE)?.length ?? 0;
    return { encoding: 'utf8', exact: text, shown: text, isBinary: unreadable > text.length * BINARY_SHARE };
  }
  const shown = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const unreadable = shown.match(UNREADABLE_OR_NUL)?.length ?? 0;
  const exact = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return { encoding: 'bytes', exact, shown, isBinary: unreadable > shown.length * BINARY_SHARE };
}
