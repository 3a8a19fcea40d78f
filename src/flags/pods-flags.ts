import type { Flag } from './flag.ts';

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
    name: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FORMAT',
    description: 'wide, json, yaml or name instead of the table',
  },
  {
    name: 'no-headers',
    kind: 'boolean',
    description: 'Leave the first line of the table out',
  },
] as const satisfies readonly Flag[];
