import type { Flag } from '../flag.ts';

/** The flags of `pods`, with the names and the meaning that they have in `kubectl get`. */
export const POD_FLAGS = [
  {
    name: 'all-namespaces',
    short: 'A',
    kind: 'boolean',
    description: 'List the pods of all namespaces; --namespace is ignored then',
  },
  {
    name: 'selector',
    short: 'l',
    kind: 'string',
    placeholder: 'SELECTOR',
    description: "Only pods with these labels: '=', '==', '!=', 'in', 'notin', as in app=web,tier!=db",
  },
  {
    name: 'field-selector',
    kind: 'string',
    placeholder: 'SELECTOR',
    description: "Only pods with these fields: '=', '==', '!=', as in status.phase=Running",
  },
  {
    name: 'filename',
    short: 'f',
    kind: 'strings',
    placeholder: 'FILE',
    description:
      'Manifests that name the pods, in place of names: files, folders, patterns, web addresses, or - for stdin',
  },
  { name: 'recursive', short: 'R', kind: 'boolean', description: 'Read folders in the folders of -f too' },
  {
    name: 'ignore-not-found',
    kind: 'boolean',
    description: 'Say nothing of names that do not exist, and do not fail because of them',
  },
  {
    name: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FORMAT',
    description:
      'wide, json, yaml, name, jsonpath=TEMPLATE, jsonpath-as-json=TEMPLATE, jsonpath-file=FILE, custom-columns=SPEC or custom-columns-file=FILE instead of the table',
  },
  {
    name: 'no-headers',
    kind: 'boolean',
    description: 'Leave the first line of the table out',
  },
  {
    name: 'label-columns',
    short: 'L',
    kind: 'strings',
    placeholder: 'LABEL',
    description: 'Labels to show in a column of their own; may be repeated',
  },
  { name: 'show-labels', kind: 'boolean', description: 'Show all labels in the last column' },
  { name: 'show-kind', kind: 'boolean', description: 'Show names as pod/NAME' },
  {
    name: 'show-managed-fields',
    kind: 'boolean',
    description: 'Keep metadata.managedFields in JSON and YAML',
  },
  {
    name: 'sort-by',
    kind: 'string',
    placeholder: 'PATH',
    description: 'Sort by a field, for example .metadata.creationTimestamp; pods without it come first',
  },
  {
    name: 'allow-missing-template-keys',
    kind: 'boolean',
    default: 'true',
    description: 'Print nothing for a key that is missing in a JSONPath template; =false fails at it',
  },
  {
    name: 'chunk-size',
    kind: 'integer',
    default: '500',
    placeholder: 'COUNT',
    description: 'Pods to ask the server for at a time; 0 for all at once',
  },
  {
    name: 'watch',
    short: 'w',
    kind: 'boolean',
    description: 'After the list, show each pod anew when it changes, until interrupted',
  },
  { name: 'watch-only', kind: 'boolean', description: 'Show changes only, without the list' },
  {
    name: 'output-watch-events',
    kind: 'boolean',
    description: 'Say of each change whether the pod was ADDED, MODIFIED or DELETED; with --watch',
  },
  {
    name: 'containers',
    kind: 'boolean',
    description: 'A row for each container: role (app, sidecar, init, ephemeral), state, restarts, image',
  },
  {
    name: 'resources',
    kind: 'boolean',
    description:
      'What each pod asks of its node: requests and limits as the scheduler counts them, QoS class, and the total',
  },
  {
    name: 'ephemeral-containers',
    kind: 'boolean',
    description:
      'A row for each debug container: state, target, whose processes it sees (container, shared, host), Pod Security level',
  },
  {
    name: 'explain',
    kind: 'boolean',
    description:
      'Say in sentences why READY and STATUS read as they do: which container, which probe, which init step',
  },
  {
    name: 'not-ready',
    kind: 'boolean',
    description: 'Only pods that are not ready; those that have succeeded are left out',
  },
  {
    name: 'restarted-since',
    kind: 'duration',
    placeholder: 'DURATION',
    description: 'Only pods of which a container restarted in this time, for example 1h or 90m',
  },
  { name: 'with-sidecars', kind: 'boolean', description: 'Only pods that have sidecars' },
  {
    name: 'debugged',
    kind: 'boolean',
    description:
      'What is being debugged now: a row for each debug container that runs, debug copies and node pods included; with another view or -o only those pods',
  },
  { name: 'all', kind: 'boolean', description: 'With --debugged: those that have ended as well' },
  {
    name: 'color',
    kind: 'string',
    default: 'auto',
    placeholder: 'WHEN',
    description:
      'Colour what is ready, waiting or failed: auto (on a terminal, unless NO_COLOR is set), always or never',
  },
] as const satisfies readonly Flag[];
