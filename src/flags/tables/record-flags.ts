import type { Flag } from '../flag.ts';

const RECORD_FLAG: Flag = {
  name: 'record',
  group: 'record',
  kind: 'string',
  textWhenBare: 'auto',
  placeholder: 'FILE',
  description:
    'Record what is shown, for asciinema: in a new file of a folder of its own, in FILE, in a new file of FOLDER/, or none; commands records only the command lines of a shell; see kubectl-debug help records',
  ours: 'call',
};

/** The flags of `debug` and `attach` that record a session. */
export const RECORD_FLAGS: readonly Flag[] = [
  RECORD_FLAG,
  {
    name: 'record-input',
    group: 'record',
    kind: 'boolean',
    description: 'With --record: also record what is typed, passwords included',
    ours: 'call',
  },
];

/** The flag of `audit` that records the outputs. */
export const AUDIT_RECORD_FLAG: Flag = {
  ...RECORD_FLAG,
  description:
    'Record the outputs, for asciinema: in a new file of a folder of its own, in FILE, in a new file of FOLDER/, or none; see kubectl-debug help records',
};
