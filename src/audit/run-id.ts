import { randomSuffix } from '../plan/container-name.ts';
import type { Io } from '../io.ts';

/** A name for a run, which sorts by time: `20261121-170501-x7k2q`, in UTC. */
export function makeRunId({ now, random }: Pick<Io, 'now' | 'random'>): string {
  const [date = '', time = ''] = now().toISOString().split('T');
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${randomSuffix(random)}`;
}
