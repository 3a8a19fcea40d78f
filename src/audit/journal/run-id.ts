import { randomSuffix } from '../../plan/container/container-name.ts';
import type { Io } from '../../io.ts';

/** The label of all objects of an audit that the cluster runs, also of its workers' pods. Its value is the id of the run. */
export const RUN_LABEL = 'kubectl-debug/audit';

/** Makes the id of an audit. Ids sort by time: `20261121-170501-x7k2q`, in UTC. */
export function makeRunId({ now, random }: Pick<Io, 'now' | 'random'>): string {
  const [date = '', time = ''] = now().toISOString().split('T');
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${randomSuffix(random)}`;
}

const RUN_ID = /^[0-9]{8}-[0-9]{6}-[a-z0-9]{5}$/;

/** Whether a text is an id as `makeRunId` makes it, so that it is safe in a file name. */
export function isRunId(text: string): boolean {
  return RUN_ID.test(text);
}
