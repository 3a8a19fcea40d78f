/** The keys that leave a session without ending it, as the bytes that a terminal sends. Empty for none. */
export type DetachKeys = Buffer;

/** Typed bytes without the detach keys: what to send on, and whether the keys were typed. */
export interface Typed {
  readonly send: Buffer;
  readonly isDetached: boolean;
}

/** Finds the detach keys in typed chunks, even if they are split. */
export interface DetachKeyReader {
  /** Holds back bytes that may begin the keys; drops what follows the keys. */
  readonly read: (chunk: Buffer) => Typed;
  readonly isHolding: () => boolean;
  /** Returns what is held back, which was typed for the remote side after all. */
  readonly takeHeld: () => Buffer;
}

const CONTROL_MASK = 0x1f;
const CONTROL_OFFSET = 0x40;

/**
 * Parses `--detach-keys`: single characters and `ctrl-X`, where X is a letter or one of `@ [ \ ] ^ _`, joined by commas, as
 * docker has it; an empty text or `none` means no keys. undefined for any other text.
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

/** The keys in words, such as `ctrl-p ctrl-q`; empty for none. */
export function describeDetachKeys(keys: DetachKeys): string {
  const nameOf = (byte: number): string =>
    byte <= CONTROL_MASK
      ? `ctrl-${String.fromCharCode(byte + CONTROL_OFFSET).toLowerCase()}`
      : String.fromCharCode(byte);
  return [...keys].map(nameOf).join(' ');
}

/** Returns a reader that has read nothing yet. */
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

/** How many of the last typed bytes may begin the keys. */
function prefixLength(typed: Buffer, keys: DetachKeys): number {
  for (let length = Math.min(keys.length - 1, typed.length); length > 0; length -= 1) {
    if (typed.subarray(typed.length - length).equals(keys.subarray(0, length))) return length;
  }
  return 0;
}
