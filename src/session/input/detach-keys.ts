/** The keys that leave a session without ending it, as the bytes that a terminal sends for them. */
export type DetachKeys = Buffer;

/** What typed bytes mean: those to send on, and whether the keys were complete. */
export interface Typed {
  readonly send: Buffer;
  readonly isDetached: boolean;
}

/** Looks for the detach keys in what is typed, across the edges of chunks. */
export interface DetachKeyReader {
  /** Bytes that may be the beginning of the keys are held back; what follows the keys is dropped. */
  readonly read: (chunk: Buffer) => Typed;
  readonly isHolding: () => boolean;
  /** Gives up what is held back: it was typed for the remote side after all. */
  readonly takeHeld: () => Buffer;
}

const CONTROL_MASK = 0x1f;
const CONTROL_OFFSET = 0x40;

/**
 * Reads `--detach-keys`: a list of single characters and `ctrl-X`, X being a letter or one of `@ [ \ ] ^ _`, joined by
 * commas, as docker has it; an empty text or `none` switches detaching off. Returns undefined for what is neither.
 */
export function parseDetachKeys(text: string): DetachKeys | undefined {
  if (text === '' || text === 'none') return Buffer.alloc(0);
  const bytes = text.split(',').map(readKey);
  const known = bytes.filter((byte) => byte !== undefined);
  return known.length === bytes.length ? Buffer.from(known) : undefined;
}

function readKey(key: string): number | undefined {
  const control = /^ctrl-([a-z@[\\\]^_])$/i.exec(key)?.[1];
  if (control !== undefined) return control.toUpperCase().charCodeAt(0) & CONTROL_MASK;
  return /^[\x21-\x7e]$/.test(key) ? key.charCodeAt(0) : undefined;
}

/** The keys in words, as `ctrl-p ctrl-q`; empty for none. */
export function describeDetachKeys(keys: DetachKeys): string {
  const nameOf = (byte: number): string =>
    byte <= CONTROL_MASK
      ? `ctrl-${String.fromCharCode(byte + CONTROL_OFFSET).toLowerCase()}`
      : String.fromCharCode(byte);
  return [...keys].map(nameOf).join(' ');
}

/** Makes a reader that has read nothing yet. */
export function readDetachKeys(keys: DetachKeys): DetachKeyReader {
  let held = Buffer.alloc(0);
  let isDetached = false;
  return {
    read: (chunk) => {
      if (isDetached) return { send: Buffer.alloc(0), isDetached };
      const typed = Buffer.concat([held, chunk]);
      const at = keys.length === 0 ? -1 : typed.indexOf(keys);
      const sent = at === -1 ? typed.length - prefixLength(typed, keys) : at;
      held = at === -1 ? typed.subarray(sent) : Buffer.alloc(0);
      isDetached = at !== -1;
      return { send: typed.subarray(0, sent), isDetached };
    },
    isHolding: () => held.length > 0,
    takeHeld: () => {
      const taken = held;
      held = Buffer.alloc(0);
      return taken;
    },
  };
}

/** How many bytes at the end of what was typed are a beginning of the keys. */
function prefixLength(typed: Buffer, keys: DetachKeys): number {
  for (let length = Math.min(keys.length - 1, typed.length); length > 0; length -= 1) {
    if (typed.subarray(typed.length - length).equals(keys.subarray(0, length))) return length;
  }
  return 0;
}
