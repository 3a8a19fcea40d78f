import fc from 'fast-check';
import { UNPRINTABLE } from '../../src/errors/unprintable.ts';

/** Precedes each character that must not reach a terminal, to tell a leak from our own styles. */
const MARK = '4711';

/** Characters that control a terminal, are invisible or reverse text, and sequences that terminals obey. */
const ATTACKS: readonly string[] = [
  ...Array.from(
    '\u0000\u0001\u0007\b\u000b\f\r\u000e\u001a\u001b\u001c\u007f\u0080\u0084\u0085\u0090\u009b\u009c\u009d\u009f',
  ),
  ...Array.from(
    '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180e\u180f\u200b\u200c\u200d\u200e\u200f\u2028\u2029',
  ),
  ...Array.from(
    '\u202a\u202e\u2060\u2064\u2066\u2069\u206f\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\ufffb\ue000\ufffe',
  ),
  '\u{e0001}',
  '\u{e0041}',
  '\u{e007f}',
  '\u{e0100}',
  '\u{1d173}',
  '\u001b]0;pwned\u0007',
  '\u001b]8;;http://evil\u001b\\',
  '\u001b]52;c;cm0K\u0007',
  '\u001b[2J',
  '\u001bP+q\u001b\\',
  '\u009d0;pwned\u009c',
  '\ud83d',
  '\udc00',
];

/** One piece of hostile text. */
const attack = fc.constantFrom(...ATTACKS).map((text) => `${MARK}${text}`);

/** Text with attacks, line breaks, tabs and characters that are special in a shell. */
export const hostileText = fc
  .array(
    fc.oneof(
      attack,
      fc.constantFrom('a', ' ', '\n', '\t', '\r\n', '%s', '`id`', '$(id)', '<script>', '"', "'", ']]>'),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));

/** Pseudo-random numbers below 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TEXTS = fc.sample(hostileText, { numRuns: 500, seed: 4711 });

/**
 * The value with hostile text in place of some strings, after others, and in new keys; a `share` of the strings
 * stays.
 */
export function poison(value: unknown, random: () => number, share = 0.4): unknown {
  const text = (): string => TEXTS[Math.floor(random() * TEXTS.length)] ?? '';
  const change = (old: string): string =>
    random() < share ? old : random() < 0.3 ? text() : `${old}${text()}`;
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => poison(item, random, share));
  if (typeof value !== 'object' || value === null) return value;
  const more = random() < 0.1 ? [[text(), text()]] : [];
  const entries = Object.entries(value).map(([key, item]) => [key, poison(item, random, share)]);
  return Object.fromEntries([...entries, ...more]);
}

/** The sequences that chalk, ora and prompts write. */
const OURS = /\u001b\[(?:\d+(?:;\d+)*)?[mABCDGHJK]|\u001b\[\?25[lh]/g;
const LEAK = new RegExp(`${MARK}(?![\\n\\t])[${UNPRINTABLE}]`, 'u');
const BAD = new RegExp(`(?!\\n)[${UNPRINTABLE}]`, 'u');
const BAD_BUT_TABS = new RegExp(`(?![\\n\\t])[${UNPRINTABLE}]`, 'u');

/**
 * The first part of an output that must not reach a terminal, with the text around it; undefined if there is none.
 * `tabs`: the output may have tabs.
 */
export function findLeak(output: string | Buffer, { tabs = false } = {}): string | undefined {
  const text = output.toString();
  const bad = tabs ? BAD_BUT_TABS : BAD;
  const rest = text.replace(OURS, '');
  const found = LEAK.exec(text) ?? bad.exec(rest);
  if (found === null) return undefined;
  const whole = found.input;
  return JSON.stringify(whole.slice(Math.max(0, found.index - 60), found.index + 20));
}
