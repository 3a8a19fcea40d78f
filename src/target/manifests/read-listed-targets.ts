import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { parseTargetOrNamespace, type TargetRef } from '../names/parse-target.ts';
import { readTexts } from './read-texts.ts';

/**
 * Reads targets from stdin, separated by spaces or line feeds: `NAMESPACE/POD`, and what `kubectl get -o name` prints. Throws
 * `usage` with the hint if there are none, `usage` for a word that is none, and `too-large`.
 */
export async function readListedTargets(
  io: Io,
  hint: string,
  signal: AbortSignal,
): Promise<readonly TargetRef[]> {
  const texts = await readTexts(io, { name: '-', isRecursive: false }, signal);
  const words = texts.flatMap(({ text }) => text.split(/\s+/)).filter((word) => word !== '');
  if (words.length === 0) throw new CliError('usage', 'stdin names no pods', { hint });
  return words.map(parseTargetOrNamespace);
}
