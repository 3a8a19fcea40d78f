import { printable } from '../../../output/printable.ts';
import type { ConnectReason } from '../../connect-error.ts';

/** Why a connection failed, for programs and for people. */
export interface Failure {
  readonly reason: ConnectReason;
  readonly why: string;
}

/** The words of C libraries and of the connectors; there are no codes. */
const REASONS: readonly (readonly [RegExp, Failure])[] = [
  [/reset by peer|broken pipe/i, { reason: 'reset', why: 'connection reset' }],
  [/refused/i, { reason: 'refused', why: 'connection refused' }],
  [
    /bad address|not known|not resolve|name resolution|no address associated|getaddrinfo|unknown host/i,
    { reason: 'unknown-host', why: 'the name does not resolve in the pod' },
  ],
  [/timed? ?out|too long/i, { reason: 'timeout', why: 'no answer in time' }],
  [/no route|unreachable|network is down|cannot assign/i, { reason: 'unreachable', why: 'no route to it' }],
  [
    /permission denied|not permitted/i,
    { reason: 'denied', why: 'the pod may not connect to it (permission denied)' },
  ],
];

/** How much of a connector's own words an error shows. */
const SHOWN = 200;

/** Judges a line of a connector; undefined if it tells of no failure that we know. */
export function judgeLine(line: string): Failure | undefined {
  return REASONS.find(([pattern]) => pattern.test(line))?.[1];
}

/** Judges what a connector said before it failed. */
export function judgeWords(lines: readonly string[], exitCode: number): Failure {
  const known = lines.map(judgeLine).findLast((failure) => failure !== undefined);
  if (known !== undefined) return known;
  const last = lines.findLast((line) => line.trim() !== '');
  const why = last === undefined ? `its program ended with exit code ${exitCode}` : printable(last.trim());
  return { reason: 'other', why: why.slice(0, SHOWN) };
}
