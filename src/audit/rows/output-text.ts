interface OutputText {
  /** `bytes`: not UTF-8. Equal outputs have the same encoding. */
  readonly encoding: 'utf8' | 'bytes';
  /** Differs for any two outputs of the same encoding; for `bytes`, one character for each byte. */
  readonly exact: string;
  /** For people: U+FFFD stands for what is not UTF-8. */
  readonly shown: string;
  /** Whether it is no text: an image, a heap dump, a compressed file. */
  readonly isBinary: boolean;
}

// NUL separates the entries of /proc/*/environ and cmdline, and ESC starts a colour: both are common in text.
const UNREADABLE = /[\u0001-\u0007\u000e-\u001a\u001c-\u001f\ufffd]/g;
/** Output that is not UTF-8 and full of NULs is a program or an archive. */
const UNREADABLE_OR_NUL = /[\u0000-\u0007\u000e-\u001a\u001c-\u001f\ufffd]/g;
/** Text in another encoding has fewer unreadable characters than this share. */
const BINARY_SHARE = 0.25;

/** The text if `bytes` are UTF-8. In truncated output the last character may be incomplete. */
function decodeStrictly(bytes: Uint8Array, isTruncated: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isTruncated });
  } catch {
    return undefined; // `fatal` makes the decoder throw for anything but UTF-8
  }
}

/** Decodes the output of a command, which may be any bytes. */
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
