import { humanDuration } from '../../../pod/columns/human-duration.ts';
import type { RunSummary } from '../../rows/run-results.ts';
import { countText, numberText } from '../text/count-text.ts';
import { durationText } from '../text/duration-text.ts';
import type { Tally } from './row-sink.ts';

/** In the order in which they are printed. */
const VERDICT_WORDS = {
  passed: 'passed',
  unmet: 'not passed',
  failed: 'not audited',
  skipped: 'skipped',
} as const satisfies Record<keyof Tally, string>;

/** The result of an audit in one line: `100 runs: 97 passed, 3 not passed; 23s`. */
export function tallyText({ startedAt, finishedAt }: RunSummary, tally: Tally): string {
  const counts = new Map(Object.entries(tally));
  const parts = Object.entries(VERDICT_WORDS).flatMap(([kind, words]) => {
    const count = counts.get(kind) ?? 0;
    return count === 0 ? [] : [`${numberText(count)} ${words}`];
  });
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const tookMs = finishedAt.getTime() - startedAt.getTime();
  const took = tookMs < 10_000 ? durationText(tookMs) : humanDuration(tookMs);
  return `${countText(total, 'run')}: ${parts.join(', ') || 'nothing was audited'}; ${took}`;
}
