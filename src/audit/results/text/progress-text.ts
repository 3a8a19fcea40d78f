import { humanDuration } from '../../../pod/columns/human-duration.ts';
import { numberText } from './count-text.ts';
import { ratePerSecond, timeLeftMs, type Advance, type Sample } from './estimate.ts';

function rateText(rate: number): string {
  return rate < 1 ? `${(rate * 60).toFixed(0)}/min` : `${rate.toFixed(rate < 10 ? 1 : 0)}/s`;
}

/** `41 of 100 done, 16 running, 1 failed, 5.2/s, 11s left`. */
export function progressText(advance: Advance, samples: readonly Sample[]): string {
  const { total, done, running, failed } = advance;
  const rate = done >= total ? undefined : ratePerSecond(samples);
  return [
    `${numberText(done)} of ${numberText(total)} done`,
    `${numberText(running)} running`,
    ...(failed === 0 ? [] : [`${numberText(failed)} failed`]),
    ...(rate === undefined ? [] : [rateText(rate), `${humanDuration(timeLeftMs(advance, rate))} left`]),
  ].join(', ');
}
