import { PLAIN_ASCII, UNPRINTABLE } from '../../errors/unprintable.ts';
import type { BytePath } from '../file-sink.ts';
import { utf8Text } from './local-name.ts';

const HIDDEN = new RegExp(`[${UNPRINTABLE}]`, 'gu');
const NOT_ASCII = /[^ -~]/g;

/**
 * A path from a container as text for people, on one line and safe for a terminal: what is no UTF-8 or cannot be seen is
 * shown as `\x1b` or `\u{202e}`. For display only, as it cannot be reversed.
 */
export function pathText(path: BytePath): string {
  if (PLAIN_ASCII.test(path)) return path;
  const text = utf8Text(path);
  return text === undefined ? path.replace(NOT_ASCII, escape) : text.replace(HIDDEN, escape);
}

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xff ? `\\u{${hex}}` : `\\x${hex.padStart(2, '0')}`;
}
