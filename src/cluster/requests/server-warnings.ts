import type { IncomingMessage } from 'node:http';

/**
 * Reports the text of each `Warning: 299` header, which an API server sends for deprecations and Pod Security.
 * See https://kubernetes.io/blog/2020/09/03/warnings/
 */
export function reportWarnings(response: IncomingMessage, onWarning: (text: string) => void): void {
  for (const header of response.headersDistinct['warning'] ?? []) parseWarnings(header).forEach(onWarning);
}

/** Also matches unfinished warnings, so that it reads a header only once. */
const WARNING = /299 [^\s"]+ (?:"((?:[^"\\]|\\.)*)("|\\?$))?/gs;

/** The quoted texts of a header such as `299 - "text", 299 - "more"`. Node decodes headers as Latin-1. */
export function parseWarnings(header: string): readonly string[] {
  const ended = [...header.matchAll(WARNING)].filter(([, quoted, end]) => quoted && end === '"');
  return ended.map(([, quoted = '']) =>
    Buffer.from(quoted.replace(/\\(.)/g, '$1'), 'latin1').toString('utf8'),
  );
}
