import type { Flag } from '../../flag.ts';

/** The flags of `audit` for a run that the cluster does itself. */
export const IN_CLUSTER_FLAGS: readonly Flag[] = [
  {
    name: 'in-cluster',
    group: 'cluster',
    kind: 'string',
    textWhenBare: 'auto',
    placeholder: 'WORKERS',
    description:
      'Let the cluster run the audit: a Job with this many workers; without a number, one for 25,000 pods',
  },
  {
    name: 'in-cluster-image',
    group: 'cluster',
    kind: 'string',
    placeholder: 'IMAGE',
    description: 'With --in-cluster: the image with this program, for the workers',
  },
  {
    name: 'in-cluster-namespace',
    group: 'cluster',
    kind: 'string',
    placeholder: 'NAMESPACE',
    description: 'With --in-cluster: the namespace of the Job; by default that of -n, or of the context',
  },
  {
    name: 'service-account',
    group: 'cluster',
    kind: 'string',
    placeholder: 'NAME',
    description:
      'With --in-cluster: use this ServiceAccount, which has the rights, in place of a new one with exactly these',
  },
  {
    name: 'dry-run',
    group: 'cluster',
    kind: 'string',
    default: 'none',
    placeholder: 'WHERE',
    description:
      'With --in-cluster: client prints the objects that would be created, as -o yaml or json; server has the API server check them as well; none creates them',
  },
  {
    name: 'follow',
    group: 'cluster',
    kind: 'string',
    textWhenBare: '',
    placeholder: 'RUN',
    description:
      'Show the progress and the results of an audit that the cluster runs. Without RUN, choose one from a list; without a terminal, print the list',
  },
  {
    name: 'worker',
    group: 'cluster',
    kind: 'string',
    placeholder: 'RUN',
    description: 'Work on this audit, as the pods of --in-cluster do',
  },
];
