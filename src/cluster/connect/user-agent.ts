import { VERSION } from '../../version.ts';

/** The API server writes at most 1024 characters of a user agent into its audit log. */
const MOST_CHARACTERS = 900;
const ELLIPSIS = '...';

/** The user agent of the requests of a connection. */
export interface UserAgent {
  readonly text: () => string;
  /** Says why in all requests from now on; undefined for no reason. */
  readonly giveReason: (reason: string | undefined) => void;
}

/** Makes a user agent without a reason. */
export function makeUserAgent(): UserAgent {
  let text = userAgentText(undefined);
  return { text: () => text, giveReason: (reason) => void (text = userAgentText(reason)) };
}

/**
 * Names this program, and the reason of the user in a comment (RFC 9110, section 10.1.5): `kubectl-debug/1.2.3 (reason=INC-7:
 * disk full)`. Printable ASCII stays as it is, so that it can be searched for; a bracket, `%`, `\` and any other character
 * become `%` and hexadecimal digits. A reason that is too long for the server ends in `...`.
 */
export function userAgentText(reason: string | undefined): string {
  const product = `kubectl-debug/${VERSION}`;
  if (reason === undefined) return product;
  const parts = Array.from(reason, encodeCharacter);
  const isCut = parts.join('').length > MOST_CHARACTERS;
  return `${product} (reason=${isCut ? cut(parts) : parts.join('')})`;
}

function cut(parts: readonly string[]): string {
  let text = '';
  for (const part of parts) {
    if (text.length + part.length + ELLIPSIS.length > MOST_CHARACTERS) break;
    text += part;
  }
  return text + ELLIPSIS;
}

/** Whole characters, so that none is cut into halves. */
function encodeCharacter(character: string): string {
  if (/^[ -~]$/.test(character) && !'()%\\'.includes(character)) return character;
  const bytes = [...Buffer.from(character, 'utf8')];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
