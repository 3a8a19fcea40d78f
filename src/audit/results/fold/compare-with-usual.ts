import type { Diff, DiffLine } from './diff-outputs.ts';
import type { FoldGroup, FoldSample } from './fold-group.ts';
import type { Majority } from './group-words.ts';

/** What a line of a difference starts with. */
export const DIFF_SIGNS = { same: ' ', removed: '-', added: '+', gap: '…' } as const satisfies Record<
  DiffLine['kind'],
  string
>;

interface Compared {
  readonly group: FoldGroup;
  readonly sample: FoldSample;
}

/**
 * Compares the output of a group with the usual output, as `diffOutputs` does; undefined for binary output. Compares
 * masked outputs. If these are equal, compares the outputs as printed, unless the commands ended differently, which
 * explains enough.
 */
export function compareWithUsual(
  { group, sample }: Compared,
  usual: Majority,
  diff: Diff,
): readonly DiffLine[] | undefined {
  if (sample.isBinary || usual.sample.isBinary) return undefined;
  const masked = diff(usual.sample.comparable, sample.comparable);
  if (masked?.length !== 0 || !endedAlike(group, usual.group)) return masked;
  return diff(usual.sample.text, sample.text);
}

function endedAlike({ first: one }: FoldGroup, { first: other }: FoldGroup): boolean {
  return (
    one.outcome === other.outcome &&
    one.exitCode === other.exitCode &&
    one.verdict.kind === other.verdict.kind
  );
}
