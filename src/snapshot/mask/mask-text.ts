import { MASK } from '../../cluster/requests/masked-headers.ts';
import { isSecretName } from './secret-name.ts';

/** User and password in a URL; a password may hold a slash, so this masks rather too much. */
const USER_IN_URL =
  /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,30}:\/\/)(?:[^\s/?#@]{1,500}|[^\s/?#@:]{0,100}:[^\s@]{1,300})@/gi;
/** `key=value` and `"key": "value"`, also in JSON inside of JSON, where quotes have backslashes. */
const KEY_VALUE =
  /(?<![\w.-])([\w.-]+)(\\{0,15}["']?[ \t]{0,8}[=:][ \t]{0,8})(\\{1,15}"(?:(?!\\{1,15}")[^])*\\{1,15}"|"(?:[^"\\]|\\[^])*"|'[^']*'|[^\s"',;]+)/g;
/** A flag and its value in a line of a shell: `--token abc`. */
const FLAG_VALUE = /(?<![\w-])(--?[A-Za-z][\w-]*)([ \t]{1,8})([^\s"'-][^\s"']*|"[^"]*"|'[^']*')/g;
/** What is a secret whatever stands before it. */
const TELLING: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s{1,8}[\w.~+/=-]{6,}/gi, `$1 ${MASK}`],
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, MASK],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, MASK],
  [/\bgh[pousr]_[A-Za-z0-9]{20,}/g, MASK],
  [/\bxox[abeprs]-[A-Za-z0-9-]{10,}/g, MASK],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, MASK],
];

/** Keeps the word `Bearer`, as what follows it is masked by its form. */
function maskValue(all: string, ...[key = '', between = '', value = '']: readonly string[]): string {
  const isShown = value.includes(MASK) || /^(?:Bearer|Basic)$/i.test(value);
  return isSecretName(key) && !isShown ? `${key}${between}${MASK}` : all;
}

/** Masks what looks like a secret in a text: after a telling name, in a URL, or by its form. */
export function maskText(text: string): string {
  const told = TELLING.reduce((so, [pattern, mask]) => so.replace(pattern, mask), text);
  return told.replace(USER_IN_URL, `$1${MASK}@`).replace(KEY_VALUE, maskValue).replace(FLAG_VALUE, maskValue);
}
