import type { IncomingHttpHeaders } from 'node:http';
import { unsupportedMediaType } from './status-error.ts';

/** The media type of a request's body, without parameters; JSON by default. */
export function mediaType(headers: IncomingHttpHeaders): string {
  const [type = ''] = (headers['content-type'] ?? 'application/json').split(';');
  return type.trim().toLowerCase();
}

/** Throws `StatusError` 415 unless the body is JSON. */
export function checkJson(headers: IncomingHttpHeaders): void {
  if (mediaType(headers) === 'application/json') return;
  throw unsupportedMediaType(
    'the body of the request was in an unknown format - accepted media types include: application/json',
  );
}
