import type { Streams } from './arrivals.ts';
import type { StreamStartMatch } from './find-stream-start.ts';

/**
 * What both streams have missed, as logged. Whole lines go to stdout, as the log does not tell them apart. The other
 * kinds are those of `StreamStartMatch`.
 */
export type MissedStreams =
  | { readonly kind: 'found'; readonly missed: Streams }
  | Exclude<StreamStartMatch, { readonly kind: 'found' }>;

/** A log of equal lines can be read in too many ways to try them all. */
const MAX_PATHS = 512;
/** Nor may the search take seconds: each line on each path is a step, and a long line counts for several. */
const MAX_STEPS = 1_000_000;
const STEP_CHARACTERS = 256;

/** One way to read the log: how many lines of each stream it has met, and what belongs to neither. */
interface Path {
  readonly stdout: number;
  readonly stderr: number;
  readonly skipped: string;
  /** Compared in place of `skipped`, which may be long. */
  readonly skippedHash: number;
  /** Whether the log holds more of a stream than has arrived. */
  readonly isAhead: boolean;
  /** The beginnings of the lines in which the streams begin. */
  readonly stdoutStart: string;
  readonly stderrStart: string;
}

interface Lines {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

const START: Path = {
  stdout: 0,
  stderr: 0,
  skipped: '',
  skippedHash: 0,
  isAhead: false,
  stdoutStart: '',
  stderrStart: '',
};

/**
 * Finds what two streams have missed in a log that merges them. The log keeps the order of each stream, but not the order
 * between them. So every way to read it is followed: a line is the next one of a stream, or one from before a stream
 * began, or newer than all that arrived. `isFinal` rules out the last: log and streams are at their ends.
 */
export function findTwoStreamsStart(log: Buffer, attached: Streams, isFinal: boolean): MissedStreams {
  const lines = { stdout: wholeLines(attached.stdout), stderr: wholeLines(attached.stderr) };
  const logged = wholeLines(log);
  const isAlive = findDeadEnds(logged, lines, isFinal);
  let paths: readonly Path[] = [START];
  let steps = 0;
  for (const [index, line] of logged.entries()) {
    const reading = { lines, isFinal, lineHash: hashOf(line) };
    const next = paths.flatMap((path) => stepsOf(path, line, reading));
    paths = distinct(next.filter((path) => isAlive(path, index)));
    if (paths.length === 0) return { kind: 'not-yet' };
    steps += paths.length * Math.ceil(line.length / STEP_CHARACTERS);
    if (paths.length > MAX_PATHS || steps > MAX_STEPS) return { kind: 'ambiguous' };
  }
  const tail = missedTail(log, attached, isFinal);
  if (tail === undefined) return { kind: 'not-yet' };
  const missed = paths.filter((path) => hasArrived(path, lines, isFinal)).map(missedOf);
  return choose(missed, tail);
}

/**
 * Returns whether a path may still end well behind a line of the log: what it has to meet comes later. Without this, each line
 * would leave a path behind that only skips from there on.
 */
function findDeadEnds(
  logged: readonly string[],
  lines: Lines,
  isFinal: boolean,
): (path: Path, index: number) => boolean {
  const lastOf = new Map(logged.map((line, index) => [line, index]));
  const lastStart = (all: readonly string[]): number =>
    logged.findLastIndex((line) => startOf(line, all[0], true) !== undefined);
  const lastStarts = { stdout: lastStart(lines.stdout), stderr: lastStart(lines.stderr) };
  const lastOfNext = (path: Path, channel: keyof Lines): number => {
    const next = lines[channel][path[channel]];
    if (next === undefined) return Infinity;
    if (path[channel] === 0) return lastStarts[channel];
    return isFinal || path.isAhead ? (lastOf.get(next) ?? -1) : Infinity;
  };
  return (path, index) => lastOfNext(path, 'stdout') > index && lastOfNext(path, 'stderr') > index;
}

function distinct(paths: readonly Path[]): readonly Path[] {
  return paths.length < 2 ? paths : [...new Map(paths.map((path) => [keyOf(path), path])).values()];
}

interface Reading {
  readonly lines: Lines;
  readonly isFinal: boolean;
  readonly lineHash: number;
}

/** Returns the paths that one more line of the log leads to. */
function stepsOf(path: Path, line: string, { lines, isFinal, lineHash }: Reading): readonly Path[] {
  const steps: Path[] = [];
  for (const channel of ['stdout', 'stderr'] as const) {
    const next = lines[channel][path[channel]];
    const start = startOf(line, next, path[channel] === 0);
    if (start !== undefined)
      steps.push({
        ...path,
        [channel]: path[channel] + 1,
        ...(path[channel] === 0 && { [`${channel}Start`]: start }),
      });
    const isAhead = next === undefined && path[channel] > 0;
    if (isAhead && !isFinal) steps.push({ ...path, isAhead: true });
  }
  if (path.stdout === 0 || path.stderr === 0)
    steps.push({ ...path, skipped: path.skipped + line, skippedHash: mixed(path.skippedHash, lineHash) });
  return steps;
}

/**
 * Returns the part of a line that was printed before the stream began: empty, unless it is the first line of the stream.
 * Undefined when the line is not the next one.
 */
function startOf(line: string, next: string | undefined, isFirst: boolean): string | undefined {
  if (next === undefined) return undefined;
  if (line === next) return '';
  return isFirst && line.endsWith(next) ? line.slice(0, -next.length) : undefined;
}

function keyOf(path: Path): string {
  // Paths that differ in what was missed must not be merged.
  const { stdout, stderr, stdoutStart, stderrStart, skipped, skippedHash, isAhead } = path;
  return [
    stdout,
    stderr,
    stdoutStart.length,
    stderrStart.length,
    skipped.length,
    skippedHash,
    isAhead,
  ].join();
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = mixed(hash, text.charCodeAt(at));
  return hash;
}

function mixed(before: number, value: number): number {
  return Math.imul(before ^ value, 0x01000193);
}

/** Without a line in the log, a stream may begin anywhere; and a log cannot be ahead and behind at once. */
function hasArrived({ stdout, stderr, isAhead }: Path, lines: Lines, isFinal: boolean): boolean {
  const isMet = (met: number, all: readonly string[]): boolean =>
    isFinal || isAhead ? met === all.length : met > 0 || all.length === 0;
  return isMet(stdout, lines.stdout) && isMet(stderr, lines.stderr);
}

function missedOf({ skipped, stdoutStart, stderrStart }: Path): {
  readonly stdout: string;
  readonly stderr: string;
} {
  return { stdout: skipped + stdoutStart, stderr: stderrStart };
}

function choose(all: readonly ReturnType<typeof missedOf>[], tail: string): MissedStreams {
  const [missed, ...others] = all;
  if (missed === undefined) return { kind: 'not-yet' };
  if (others.some((other) => other.stdout !== missed.stdout || other.stderr !== missed.stderr))
    return { kind: 'ambiguous' };
  return { kind: 'found', missed: { stdout: bytes(missed.stdout + tail), stderr: bytes(missed.stderr) } };
}

/** Returns what was missed of an unfinished last line of the log; undefined when it does not fit. */
function missedTail(log: Buffer, { stdout, stderr }: Streams, isFinal: boolean): string | undefined {
  if (!isFinal) return '';
  const [tail, out, err] = [log, stdout, stderr].map(lastLine) as [string, string, string];
  const end = [out + err, err + out].find((text) => tail.endsWith(text));
  if (end === undefined) return undefined;
  const missed = tail.slice(0, tail.length - end.length);
  const isBehindLines = stdout.includes('\n') && stderr.includes('\n');
  return missed !== '' && isBehindLines ? undefined : missed;
}

function wholeLines(logged: Buffer): readonly string[] {
  const lines = logged.toString('latin1').split('\n');
  return lines.slice(0, -1).map((line) => `${line}\n`);
}

function lastLine(logged: Buffer): string {
  return logged.subarray(logged.lastIndexOf('\n') + 1).toString('latin1');
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
