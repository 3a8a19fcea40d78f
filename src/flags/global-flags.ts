import type { Flag } from './flag.ts';

/** kubectl's flags that choose a server and a user, and how much is said about requests. */
export const GLOBAL_FLAGS: readonly Flag[] = [
  {
    name: 'namespace',
    short: 'n',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Namespace to look in; without it the one of the kubeconfig context',
  },
  {
    name: 'context',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Context of the kubeconfig to use',
  },
  {
    name: 'kubeconfig',
    kind: 'string',
    placeholder: 'FILE',
    description: 'Kubeconfig file to read in place of $KUBECONFIG and ~/.kube/config',
  },
  {
    name: 'cluster',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Cluster entry of the kubeconfig to use',
  },
  {
    name: 'user',
    kind: 'string',
    placeholder: 'NAME',
    description: 'User entry of the kubeconfig to use',
  },
  {
    name: 'server',
    short: 's',
    kind: 'string',
    placeholder: 'URL',
    description: 'Address of the API server',
  },
  {
    name: 'token',
    kind: 'string',
    placeholder: 'TOKEN',
    description: 'Bearer token to present to the API server',
  },
  {
    name: 'as',
    kind: 'string',
    placeholder: 'USER',
    description: 'User to impersonate; a service account is system:serviceaccount:NAMESPACE:NAME',
  },
  {
    name: 'as-group',
    kind: 'texts',
    placeholder: 'GROUP',
    description: 'Group to impersonate, beside --as; may be repeated',
  },
  {
    name: 'as-uid',
    kind: 'string',
    placeholder: 'UID',
    description: 'User id to impersonate, beside --as',
  },
  {
    name: 'request-timeout',
    kind: 'string',
    placeholder: 'DURATION',
    description: 'Longest time for one request, in seconds or as 90s or 2m; 0 for no limit, 30s without it',
  },
  {
    name: 'certificate-authority',
    kind: 'string',
    placeholder: 'FILE',
    description: "Certificates of the authority that signed the API server's",
  },
  {
    name: 'client-certificate',
    kind: 'string',
    placeholder: 'FILE',
    description: 'Client certificate to present to the API server',
  },
  {
    name: 'client-key',
    kind: 'string',
    placeholder: 'FILE',
    description: 'Private key of the client certificate',
  },
  {
    name: 'insecure-skip-tls-verify',
    kind: 'boolean',
    description: "Accept any certificate of the API server's; whoever answers then sees your credentials",
  },
  {
    name: 'tls-server-name',
    kind: 'string',
    placeholder: 'NAME',
    description: "Name that the API server's certificate must carry, where it is not the host of its address",
  },
  {
    name: 'v',
    short: 'v',
    kind: 'integer',
    default: '0',
    placeholder: 'LEVEL',
    description:
      'Say more on stderr: 6 each request, 7 its headers, 8 the start of its bodies, 9 all of them',
  },
];

/** Flags that ask about the program itself. */
export const PROGRAM_FLAGS: readonly Flag[] = [
  { name: 'help', short: 'h', kind: 'boolean', description: 'Show this help' },
  { name: 'version', kind: 'boolean', description: 'Show the version' },
];
