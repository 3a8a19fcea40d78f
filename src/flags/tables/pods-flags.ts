import type { Flag } from '../flag.ts';

/** The flags of `pods`, with the names and the meaning that they have in `kubectl get`. */
export const POD_FLAGS = [
  {
    name: 'all-namespaces',
    group: 'pods',
    short: 'A',
    kind: 'boolean',
    description: 'List the pods of all namespaces; --namespace is then ignored',
  },
  {
    name: 'selector',
    group: 'pods',
    short: 'l',
    kind: 'string',
    placeholder: 'SELECTOR',
    description: 'Only pods whose labels match, by =, ==, !=, in or notin, as in app=web,tier!=db',
  },
  {
    name: 'field-selector',
    group: 'pods',
    kind: 'string',
    placeholder: 'SELECTOR',
    description: 'Only pods whose fields match, by =, == or !=, as in status.phase=Running',
  },
  {
    name: 'filename',
    group: 'pods',
    short: 'f',
    kind: 'strings',
    placeholder: 'FILE',
    description:
      'Manifests that name the pods, in place of names: files, folders, patterns, web addresses, or - for stdin',
  },
  {
    name: 'recursive',
    group: 'pods',
    short: 'R',
    kind: 'boolean',
    description: 'Read subdirectories of -f too',
  },
  {
    name: 'ignore-not-found',
    group: 'pods',
    kind: 'boolean',
    description: 'Ignore names that do not exist, instead of failing',
  },
  {
    name: 'output',
    group: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FORMAT',
    description:
      'wide, json, yaml, name, jsonpath=TEMPLATE, jsonpath-as-json=TEMPLATE, jsonpath-file=FILE, custom-columns=SPEC or custom-columns-file=FILE instead of the table',
  },
  {
    name: 'no-headers',
    group: 'output',
    kind: 'boolean',
    description: 'Do not print the header line',
  },
  {
    name: 'label-columns',
    group: 'output',
    short: 'L',
    kind: 'strings',
    placeholder: 'LABEL',
    description: 'Labels to show in columns of their own; may be repeated',
  },
  {
    name: 'show-labels',
    group: 'output',
    kind: 'boolean',
    description: 'Show all labels in the last column',
  },
  { name: 'show-kind', group: 'output', kind: 'boolean', description: 'Show names as pod/NAME' },
  {
    name: 'show-managed-fields',
    group: 'output',
    kind: 'boolean',
    description: 'Keep metadata.managedFields in JSON and YAML',
  },
  {
    name: 'sort-by',
    group: 'output',
    kind: 'string',
    placeholder: 'PATH',
    description: 'Sort by a field, for example .metadata.creationTimestamp; pods without it come first',
  },
  {
    name: 'allow-missing-template-keys',
    group: 'output',
    kind: 'boolean',
    default: 'true',
    description: 'Print nothing for a missing key in a JSONPath template; with =false, fail',
  },
  {
    name: 'chunk-size',
    group: 'output',
    kind: 'integer',
    default: '500',
    placeholder: 'COUNT',
    description: 'How many pods to request at a time; 0 for all at once',
  },
  {
    name: 'watch',
    group: 'views',
    short: 'w',
    kind: 'boolean',
    description: 'After the list, show each pod again when it changes, until interrupted',
  },
  { name: 'watch-only', group: 'views', kind: 'boolean', description: 'Show only changes, without the list' },
  {
    name: 'output-watch-events',
    group: 'views',
    kind: 'boolean',
    description: 'With --watch: say for each change whether the pod was ADDED, MODIFIED or DELETED',
  },
  {
    name: 'containers',
    group: 'views',
    kind: 'boolean',
    description:
      'Show a row for each container: role (app, sidecar, init, ephemeral), state, restarts, image',
  },
  {
    name: 'resources',
    group: 'views',
    kind: 'boolean',
    description:
      'Show what each pod asks of its node: requests and limits as the scheduler counts them, QoS class, and the total',
  },
  {
    name: 'ephemeral-containers',
    group: 'views',
    kind: 'boolean',
    description:
      'Show a row for each debug container: state, target, whose processes it sees (container, shared, host), Pod Security level',
  },
  {
    name: 'explain',
    group: 'views',
    kind: 'boolean',
    description: 'Explain READY and STATUS in sentences: which container, which probe, which init step',
  },
  {
    name: 'not-ready',
    group: 'pods',
    kind: 'boolean',
    description: 'Only pods that are not ready; those that have succeeded are left out',
  },
  {
    name: 'restarted-since',
    group: 'pods',
    kind: 'duration',
    placeholder: 'DURATION',
    description: 'Only pods with a container that restarted within this time, for example 1h or 90m',
  },
  { name: 'with-sidecars', group: 'pods', kind: 'boolean', description: 'Only pods that have sidecars' },
  {
    name: 'debugged',
    group: 'views',
    kind: 'boolean',
    description:
      'Show what is being debugged now: a row for each running debug container, including debug copies and node pods; with -o or another view, only pods being debugged',
  },
  { name: 'all', group: 'views', kind: 'boolean', description: 'With --debugged: also show what has ended' },
  {
    name: 'color',
    group: 'output',
    kind: 'string',
    default: 'auto',
    placeholder: 'WHEN',
    description:
      'Colour what is ready, waiting or failed: auto (on a terminal, unless NO_COLOR is set), always or never',
  },
] as const satisfies readonly Flag[];
