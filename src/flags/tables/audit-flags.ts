import { DEBUG_FLAGS, DEFAULT_IMAGE } from './debug-flags.ts';
import type { Flag } from '../flag.ts';
import { PRESET_FLAG } from './session-flags.ts';
import { REASON_FLAGS } from './reason-flags.ts';
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
    group: 'pods',
    short: 'l',
    kind: 'string',
    placeholder: 'SELECTOR',
    description: 'Choose pods by label, for example app=web,tier!=db',
  },
  {
    name: 'field-selector',
    group: 'pods',
    kind: 'string',
    placeholder: 'SELECTOR',
    description: 'Choose pods by field, for example spec.serviceAccountName=default',
  },
  {
    name: 'all-namespaces',
    group: 'pods',
    short: 'A',
    kind: 'boolean',
    description: 'Choose pods in all namespaces',
  },
  {
    name: 'exclude',
    group: 'pods',
    kind: 'strings',
    placeholder: 'PATTERN',
    description:
      'Leave out pods whose NAME or NAMESPACE/NAME matches, for example kube-system/* or *-canary; may be repeated',
  },
  {
    name: 'node',
    group: 'pods',
    kind: 'strings',
    placeholder: 'NAME',
    description: 'Only pods on these nodes; may be repeated',
  },
  {
    name: 'one-per-owner',
    group: 'pods',
    kind: 'boolean',
    description: 'Choose only one pod of each Deployment, StatefulSet, DaemonSet or Job',
  },
  { name: 'one-per-node', group: 'pods', kind: 'boolean', description: 'Choose only one pod on each node' },
  {
    name: 'all-containers',
    group: 'pods',
    kind: 'boolean',
    description:
      'Run the command once for each app container and sidecar of a pod, with that container as its target',
  },
  {
    name: 'shard',
    group: 'pods',
    kind: 'string',
    placeholder: 'I/N',
    description: 'Audit only part I of N; pods are divided by uid, and audit merge joins the results',
  },
];

/** Flags of `audit` that say how the command is run. */
const RUN_FLAGS: readonly Flag[] = [
  PRESET_FLAG,
  {
    name: 'image',
    group: 'run',
    short: 'm',
    kind: 'string',
    placeholder: 'IMAGE',
    description: `Image of the debug containers; by default $KUBECTL_DEBUG_IMAGE, else ${DEFAULT_IMAGE}`,
  },
  {
    name: 'target',
    group: 'pods',
    kind: 'string',
    default: 'auto',
    placeholder: 'CONTAINER',
    description:
      'Container whose processes the command can see; auto chooses one in each pod, an empty name means none',
  },
  {
    name: 'concurrency',
    group: 'pace',
    kind: 'integer',
    default: '16',
    placeholder: 'COUNT',
    description: 'How many commands may be in progress at the same time',
  },
  {
    name: 'max-per-node',
    group: 'pace',
    kind: 'integer',
    default: '8',
    placeholder: 'COUNT',
    description:
      'How many containers may be starting on one node, 2 until the image has started there once; if given, every command in progress counts',
  },
  {
    name: 'timeout',
    group: 'pace',
    kind: 'duration',
    default: '5m',
    placeholder: 'DURATION',
    description:
      'How long one pod may take, including the start of the container; a command still running then is ended (needs the right to create pods/exec)',
  },
  {
    name: 'canary',
    group: 'pace',
    kind: 'integer',
    default: '1',
    placeholder: 'COUNT',
    description: 'How many containers must start before the rest are added; 0 adds all at once',
  },
  {
    name: 'max-failures',
    group: 'pace',
    kind: 'string',
    default: '5%',
    placeholder: 'COUNT|PERCENT',
    description:
      'Stop starting commands once more pods than this could not be audited; a percentage applies after the first 20 pods',
  },
  {
    name: 'collect',
    group: 'run',
    kind: 'texts',
    placeholder: 'PATH',
    description:
      'Instead of running a command, copy this file or folder of each pod to --output-dir/NAMESPACE/POD/CONTAINER; may be repeated',
  },
  {
    name: 'max-output',
    group: 'pace',
    kind: 'string',
    default: '1Mi',
    placeholder: 'BYTES',
    description:
      'Cut off the output of each pod at this size, for example 64Ki or 1Mi; with --collect, leave out files beyond it (64Mi)',
  },
  {
    name: 'max-total',
    group: 'pace',
    kind: 'string',
    default: '1Gi',
    placeholder: 'BYTES',
    description:
      'With --collect: leave out files beyond this size of all pods together; with --in-cluster 64Mi, and 512Mi at most',
  },
  {
    name: 'reuse',
    group: 'run',
    kind: 'boolean',
    description:
      'Run the command in the debug container that --via=exec keeps in a pod, if it has the same image, target and rights',
  },
  {
    name: 'copy',
    group: 'run',
    kind: 'boolean',
    description:
      'If a pod cannot take a debug container, run the command in a copy of it, and delete the copy afterwards',
  },
  {
    name: 'yes',
    group: 'pace',
    short: 'y',
    kind: 'boolean',
    description: 'Do not ask; required for selectors and stdin if there is no terminal to ask on',
  },
  {
    name: 'strict',
    group: 'output',
    kind: 'boolean',
    description: 'Count skipped pods as pods that could not be audited',
  },
  {
    name: 'resume',
    group: 'pace',
    kind: 'string',
    textWhenBare: '',
    placeholder: 'RUN',
    description:
      'Finish an interrupted audit; nothing runs twice. Without RUN, choose one from a list; without a terminal, print the list',
  },
  {
    name: 'rerun-unknown',
    group: 'pace',
    kind: 'boolean',
    description:
      'With --resume: run a command again if it was running in a kept container when the audit was killed',
  },
];

/** The flags of `audit`, but for those that show the results. */
export const AUDIT_FLAGS: readonly Flag[] = [
  ...SELECTION_FLAGS,
  ...RUN_FLAGS,
  ...DEBUG_FLAGS.filter(({ name }) => SAME_AS_DEBUG.includes(name)),
  ...REASON_FLAGS,
  ...RIGHTS_FLAGS,
];
