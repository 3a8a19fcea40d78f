import { DEBUG_FLAGS, DEFAULT_IMAGE } from './debug-flags.ts';
import type { Flag } from '../flag.ts';
import { RIGHTS_FLAGS } from './rights-flags.ts';

/** Flags of `debug` that mean the same for each debug container of an audit. */
const SAME_AS_DEBUG: readonly string[] = [
  'env',
  'image-pull-policy',
  'profile',
  'arguments-only',
  'envelope',
  'rootfs',
  'custom',
  'quiet',
];

/** Flags of `audit` that choose the pods. */
const SELECTION_FLAGS: readonly Flag[] = [
  {
    name: 'selector',
    short: 'l',
    kind: 'string',
    placeholder: 'SELECTOR',
    description: 'Pods with these labels, for example app=web,tier!=db',
  },
  {
    name: 'field-selector',
    kind: 'string',
    placeholder: 'SELECTOR',
    description: 'Pods with these fields, for example spec.serviceAccountName=default',
  },
  { name: 'all-namespaces', short: 'A', kind: 'boolean', description: 'Pods of all namespaces' },
  {
    name: 'exclude',
    kind: 'strings',
    placeholder: 'PATTERN',
    description:
      'Leave out pods whose NAME or NAMESPACE/NAME fits, for example kube-system/* or *-canary; may be repeated',
  },
  {
    name: 'node',
    kind: 'strings',
    placeholder: 'NAME',
    description: 'Only pods on these nodes; may be repeated',
  },
  {
    name: 'one-per-owner',
    kind: 'boolean',
    description: 'Of the pods of each Deployment, StatefulSet, DaemonSet or Job only one',
  },
  { name: 'one-per-node', kind: 'boolean', description: 'Of the pods on each node only one' },
  {
    name: 'all-containers',
    kind: 'boolean',
    description:
      'Run the command once for each app container and sidecar of a pod, with that one as its target',
  },
  {
    name: 'shard',
    kind: 'string',
    placeholder: 'I/N',
    description:
      'Only the I-th of N parts of the pods, told apart by their uid; audit merge joins the results',
  },
];

/** Flags of `audit` that say how the command is run. */
const RUN_FLAGS: readonly Flag[] = [
  {
    name: 'image',
    short: 'm',
    kind: 'string',
    placeholder: 'IMAGE',
    description: `Image of the debug containers; without it $KUBECTL_DEBUG_IMAGE, else ${DEFAULT_IMAGE}`,
  },
  {
    name: 'target',
    kind: 'string',
    default: 'auto',
    placeholder: 'CONTAINER',
    description:
      'Container whose processes the command can see; auto chooses in each pod, an empty name takes none',
  },
  {
    name: 'concurrency',
    kind: 'integer',
    default: '16',
    placeholder: 'COUNT',
    description: 'How many commands may be under way at the same time',
  },
  {
    name: 'max-per-node',
    kind: 'integer',
    default: '8',
    placeholder: 'COUNT',
    description:
      'How many commands may be under way on one node, 2 until the image has started there once; without the flag, how many containers may be starting there',
  },
  {
    name: 'timeout',
    kind: 'duration',
    default: '5m',
    placeholder: 'DURATION',
    description:
      'How long one pod may take, start of the container included; a command that still runs then is ended, which needs the right to pods/exec',
  },
  {
    name: 'canary',
    kind: 'integer',
    default: '1',
    placeholder: 'COUNT',
    description: 'How many containers have to start before the rest are added; 0 to add all at once',
  },
  {
    name: 'max-failures',
    kind: 'string',
    default: '5%',
    placeholder: 'COUNT|PERCENT',
    description:
      'Start nothing more when more pods than this could not be audited; a percentage counts after 20 of them',
  },
  {
    name: 'max-output',
    kind: 'string',
    default: '1Mi',
    placeholder: 'BYTES',
    description: 'Cut the output of one pod after this, for example 64Ki or 1Mi',
  },
  {
    name: 'reuse',
    kind: 'boolean',
    description:
      'Where a debug container is kept already (--via=exec) and has the same image, target and rights, run the command in it',
  },
  {
    name: 'copy',
    kind: 'boolean',
    description:
      'Where a pod may not be given a debug container, run the command in a copy of it that is deleted afterwards',
  },
  {
    name: 'yes',
    short: 'y',
    kind: 'boolean',
    description: 'Do not ask; needed for selectors and stdin where there is no terminal to ask on',
  },
  {
    name: 'strict',
    kind: 'boolean',
    description: 'Count pods that were skipped as pods that could not be audited',
  },
  {
    name: 'resume',
    kind: 'string',
    textWhenBare: '',
    placeholder: 'RUN',
    description:
      'Finish an audit that was interrupted; nothing is run twice. Without RUN you choose one from a list; scripts get the list',
  },
  {
    name: 'rerun-unknown',
    kind: 'boolean',
    description: 'With --resume: run again what was under way in a kept container when the audit was killed',
  },
];

/** The flags of `audit`, but for those that show the results. */
export const AUDIT_FLAGS: readonly Flag[] = [
  ...SELECTION_FLAGS,
  ...RUN_FLAGS,
  ...DEBUG_FLAGS.filter(({ name }) => SAME_AS_DEBUG.includes(name)),
  ...RIGHTS_FLAGS,
];
