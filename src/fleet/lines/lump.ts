import { gunzipSync, gzipSync } from 'node:zlib';
import { BOUNDS, tooLarge } from '../../errors/bounds.ts';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { checkLine } from './check-line.ts';
import type { FleetLine } from './fleet-line.ts';

/** A ConfigMap holds at most 1 MiB, keys included, and an object in etcd 1.5 MiB, which it is in base64. */
export const MOST_PIECE = 700 * 1024;
/** The pieces of the largest lump that a reader unpacks: packing makes none larger than it was, but for a few bytes. */
export const MOST_PIECES = Math.ceil(BOUNDS.fleetLump.most / MOST_PIECE) + 1;

/** Packs the JSON texts of lines into pieces of at most 700 KiB, each for a ConfigMap of its own. */
export function packLines(texts: readonly string[]): readonly Buffer[] {
  const packed = gzipSync(texts.map((text) => `${text}\n`).join(''));
  const count = Math.ceil(packed.length / MOST_PIECE);
  return Array.from({ length: count }, (_, at) => packed.subarray(at * MOST_PIECE, (at + 1) * MOST_PIECE));
}

/**
 * Unpacks the lines of all pieces of a lump. Throws `too-large`, and `journal-failed` for what this program has not written.
 *
 * @param subject where the pieces are from, safe to show
 */
export function unpackLines(pieces: readonly Uint8Array[], subject: string): readonly FleetLine[] {
  const { most } = BOUNDS.fleetLump;
  try {
    const text = gunzipSync(Buffer.concat(pieces), { maxOutputLength: most }).toString();
    return text.split('\n').flatMap((line) => (line === '' ? [] : [parseLine(line)]));
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge('fleetLump', subject);
    const why = error instanceof SyntaxError ? 'a line is not JSON' : errorText(error);
    throw new CliError('journal-failed', `${subject} holds no lines of an audit: ${why}`, {
      hint: 'only this program may write the ConfigMaps of an audit',
    });
  }
}

/** The parser's message would quote the line, which may hold a secret from `--env`. */
function parseLine(text: string): FleetLine {
  const line: unknown = JSON.parse(text);
  checkLine(line);
  return line as FleetLine;
}
