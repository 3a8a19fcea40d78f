import type { Diff, DiffLine } from './diff-outputs.ts';
import type { FoldGroup, FoldSample } from './fold-group.ts';
import type { Majority } from './group-words.ts';

/** What the usual output is compared with. */
export interface Compared {
  readonly group: FoldGroup;
  readonly sample: FoldSample;
}

/**
 * What a group has printed other than most, as `diffOutputs`. Where nothing is left once names are masked, it is what
 * was printed as it is, unless it is plain already in what the two differ: how their commands ended.
 */
export function compareWithUsual(
  { group, sample }: Compared,
  usual: Majority,
  diff: Diff,
): readonly DiffLine[] | undefined {
  const masked = diff(usual.sample.comparable, sample.comparable);
  if (masked?.length !== 0 || !hasEndedAlike(group, usual.group)) return masked;
  return diff(usual.sample.text, sample.text);
}

function hasEndedAlike({ first: one }: FoldGroup, { first: other }: FoldGroup): boolean {
  return (
    one.outcome === other.outcome &&
    one.exitCode === other.exitCode &&
    one.verdict.kind === other.verdict.kind
  );
}
