import type { Flag } from '../flag.ts';
import { PRESET_FLAG } from './session-flags.ts';
import { DEBUG_FLAGS, DEFAULT_IMAGE } from './debug-flags.ts';
import { REASON_FLAGS } from './reason-flags.ts';
import { RIGHTS_FLAGS } from './rights-flags.ts';

/** Flags of `debug` that mean the same for the debug container of a snapshot. */
const SAME_AS_DEBUG: readonly string[] = ['image-pull-policy', 'profile', 'quiet'];
/** The rights that decide what of the target can be read. */
const RIGHTS: readonly string[] = ['run-as-user', 'cap-add', 'cap-drop'];

/** Flags of `snapshot` that choose the pods and say where the files go. */
const PLACE_FLAGS: readonly Flag[] = [
  {
    name: 'output',
    group: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FILE.tgz|DIR/|-',
    description:
      'File to write, or a folder for one file a pod, or - for stdout; by default POD-TIME.tgz in the working directory',
  },
  { name: 'overwrite', group: 'output', kind: 'boolean', description: 'Replace a file that exists' },
  {
    name: 'selector',
    group: 'pods',
    short: 'l',
    kind: 'string',
    placeholder: 'SELECTOR',
    description: 'Choose pods by label, for example app=web,tier!=db; one file each',
  },
  {
    name: 'all-namespaces',
    group: 'pods',
    short: 'A',
    kind: 'boolean',
    description: 'With --selector: choose pods in all namespaces',
  },
];

/** Flags of `snapshot` that say what is in the file. */
const CONTENT_FLAGS: readonly Flag[] = [
  {
    name: 'target',
    group: 'pods',
    short: 'c',
    kind: 'string',
    placeholder: 'CONTAINER',
    description:
      'Container to look into; by default the one that kubectl would take: that of the annotation, else the first',
  },
  {
    name: 'all-containers',
    group: 'pods',
    kind: 'boolean',
    description:
      'Look into each container that runs, each by a debug container of its own unless they share their processes',
  },
  {
    name: 'no-container',
    group: 'contents',
    kind: 'boolean',
    description: 'Add no debug container: take only what the API server has',
  },
  {
    name: 'file',
    group: 'contents',
    kind: 'texts',
    placeholder: 'PATH',
    description: 'File of the target container to take too, for example /app/config.yaml; may be repeated',
  },
  {
    name: 'max-file-size',
    group: 'contents',
    kind: 'string',
    default: '16Mi',
    placeholder: 'BYTES',
    description: 'Cut off each of these files at this size, up to 256Mi; cp takes larger ones',
  },
  {
    name: 'log-tail',
    group: 'contents',
    kind: 'integer',
    default: '-1',
    placeholder: 'LINES',
    description: 'Lines of each log, counted from its end; -1 for all',
  },
  {
    name: 'max-log-size',
    group: 'contents',
    kind: 'string',
    default: '10Mi',
    placeholder: 'BYTES',
    description: 'Take only the end of each log, of this size, up to 256Mi',
  },
];

/** Flags of `snapshot` for its debug container, and for what follows. */
const RUN_FLAGS: readonly Flag[] = [
  PRESET_FLAG,
  {
    name: 'image',
    group: 'run',
    short: 'm',
    kind: 'string',
    placeholder: 'IMAGE',
    description: `Image of the debug container; by default $KUBECTL_DEBUG_IMAGE, else ${DEFAULT_IMAGE}`,
  },
  {
    name: 'timeout',
    group: 'session',
    kind: 'duration',
    default: '1m',
    placeholder: 'DURATION',
    description: 'How long the debug container may take to start; the snapshot is then taken without it',
  },
  {
    name: 'then',
    group: 'output',
    kind: 'string',
    placeholder: 'delete',
    description: 'delete: once the file is written, ask, and delete the pod',
  },
  {
    name: 'yes',
    group: 'output',
    short: 'y',
    kind: 'boolean',
    description: 'With --then: do not ask; required if there is no terminal to ask on',
  },
];

/** The flags of `snapshot`. */
export const SNAPSHOT_FLAGS: readonly Flag[] = [
  ...PLACE_FLAGS,
  ...CONTENT_FLAGS,
  ...RUN_FLAGS,
  ...DEBUG_FLAGS.filter(({ name }) => SAME_AS_DEBUG.includes(name)),
  ...REASON_FLAGS,
  ...RIGHTS_FLAGS.filter(({ name }) => RIGHTS.includes(name)),
];
