import type { IncomingMessage } from 'node:http';

/**
 * Hands on the text of each `Warning: 299` header, which an API server sends for deprecations and Pod Security.
 * See https://kubernetes.io/blog/2020/09/03/warnings/
 */
export function reportWarnings(response: IncomingMessage, onWarning: (text: string) => void): void {
  for (const header of response.headersDistinct['warning'] ?? []) parseWarnings(header).forEach(onWarning);
}

/** Each starts where the one before ended, so that a header is read once, however many never end. */
const WARNING = /299 [^\s"]+ (?:"((?:[^"\\]|\\.)*)("|\\?$))?/gs;

/** The quoted texts of a header such as `299 - "text", 299 - "more"`, which Node hands out a byte a character. */
export function parseWarnings(header: string): readonly string[] {
  const ended = [...header.matchAll(WARNING)].filter(([, quoted, end]) => quoted && end === '"');
  return ended.map(([, quoted = '']) =>
    Buffer.from(quoted.replace(/\\(.)/g, '$1'), 'latin1').toString('utf8'),
  );
}
