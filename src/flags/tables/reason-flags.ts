import type { Flag } from '../flag.ts';

const REASON: Flag = {
  name: 'reason',
  group: 'record',
  kind: 'string',
  placeholder: 'TEXT',
  description: 'Why, for those who look later, such as "INC-7: disk full"; see kubectl-debug help reasons',
  ours: 'call',
};

/** `--reason` of the commands that change something in the cluster, or open a session in it. */
export const REASON_FLAGS: readonly Flag[] = [REASON];
