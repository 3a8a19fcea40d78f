import { countText, numberText } from '../results/text/count-text.ts';
import type { AuditCost } from './audit-cost.ts';

/** Below this many debug containers, the cost is nobody's worry. */
const WORTH_TELLING = 100;

/** A quarter of what etcd has by default. */
const MUCH_OF_ETCD = 512 * 1024 * 1024;

const MINUTE_MS = 60_000;
const MINUTES_OF_HOUR = 60;
const MIB = 1024 * 1024;

/** Says before an audit begins what it will cost: lines of text, or none for a small one. */
export function costTexts(cost: AuditCost): readonly string[] {
  const { containers, requests, leastMs, keptBytes, eventBytes, versionBytes } = cost;
  if (containers < WORTH_TELLING) return [];
  const added = `${countText(containers, 'debug container')}, about ${aboutText(requests)} requests in ${timeText(leastMs)} or more`;
  const atOnce = keptBytes + versionBytes + eventBytes;
  return [
    `${added}, ${mibText(keptBytes)} in etcd until the pods are deleted`,
    `for a while also ${mibText(versionBytes)} of earlier versions of the pods, and ${mibText(eventBytes)} of events`,
    ...(atOnce > MUCH_OF_ETCD
      ? ['etcd has room for 2 GiB by default; --one-per-owner needs less of it']
      : []),
  ];
}

/** `26,000`: two digits say all that an estimate knows. */
export function aboutText(number: number): string {
  return numberText(rounded(number));
}

function rounded(number: number): number {
  const unit = 10 ** Math.max(Math.floor(Math.log10(Math.max(number, 1))) - 1, 0);
  return Math.round(number / unit) * unit;
}

function timeText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE_MS);
  if (minutes === 0) return `${Math.max(Math.round(milliseconds / 1000), 1)} s`;
  if (minutes < 2 * MINUTES_OF_HOUR) return `${minutes} min`;
  return `${(minutes / MINUTES_OF_HOUR).toFixed(1)} h`;
}

/** `less than 1 MiB`, `18 MiB`, `1.2 GiB`. */
export function mibText(bytes: number): string {
  const mib = bytes / MIB;
  if (mib < 1) return 'less than 1 MiB';
  return mib < 1000 ? `${rounded(Math.round(mib))} MiB` : `${(mib / 1024).toFixed(1)} GiB`;
}
