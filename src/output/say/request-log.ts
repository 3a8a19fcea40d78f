import type { RequestObservation, RequestObserver } from '../../cluster/cluster.ts';
import type { Io } from '../../io.ts';
import { printable } from '../printable.ts';

/** The level of `-v` from which on each thing is shown, as in kubectl. */
const LEVEL = { requests: 6, headers: 7, bodies: 8, wholeBodies: 9 };
const BODY_START = 1024;

/** The log of requests of `-v`. */
export interface RequestLog {
  /** Writes one request to stderr, as far as the level asks for. */
  readonly observer: RequestObserver;
  /** Whether the observer needs bodies. */
  readonly wantsBodies: boolean;
}

function headerLines(mark: string, headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `  ${mark} ${name}: ${value}`);
}

function bodyLines(mark: string, body: string | undefined, level: number): readonly string[] {
  if (body === undefined || body === '') return [];
  const isCut = level < LEVEL.wholeBodies && body.length > BODY_START;
  const rest = isCut ? ` … ${body.length - BODY_START} more characters (-v ${LEVEL.wholeBodies})` : '';
  return [`  ${mark} ${isCut ? body.slice(0, BODY_START) : body}${rest}`];
}

/** The lines about one request at one level; not made printable yet. */
function describeRequest(observation: RequestObservation, level: number): readonly string[] {
  if (level < LEVEL.requests) return [];
  const { method, serverUrl, path, status = 'no response', milliseconds } = observation;
  const lines = [`${method} ${serverUrl}${path} ${status} in ${Math.round(milliseconds)} ms`];
  if (level < LEVEL.headers) return lines;
  const bodyLevel = level >= LEVEL.bodies;
  return [
    ...lines,
    ...headerLines('>', observation.requestHeaders),
    ...(bodyLevel ? bodyLines('>', observation.requestBody, level) : []),
    ...headerLines('<', observation.responseHeaders),
    ...(bodyLevel ? bodyLines('<', observation.responseBody, level) : []),
  ];
}

/** Makes the log of requests for `-v LEVEL`. Secrets are already masked in what it gets. */
export function makeRequestLog(io: Pick<Io, 'stderr'>, level: number): RequestLog {
  return {
    observer: (observation) => {
      const lines = describeRequest(observation, level);
      io.stderr.write(lines.map((line) => `${printable(line)}\n`).join(''));
    },
    wantsBodies: level >= LEVEL.bodies,
  };
}
