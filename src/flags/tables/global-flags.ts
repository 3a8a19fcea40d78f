import type { Flag } from '../flag.ts';

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
    name: 'username',
    kind: 'string',
    placeholder: 'NAME',
    description: 'User name for basic authentication',
  },
  {
    name: 'password',
    kind: 'string',
    placeholder: 'PASSWORD',
    description: 'Password for basic authentication, beside --username',
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
    name: 'as-user-extra',
    kind: 'texts',
    placeholder: 'KEY=VALUE',
    description: 'Extra attribute of the user to impersonate, beside --as; may be repeated, also for one key',
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
    name: 'proxy-url',
    kind: 'string',
    placeholder: 'URL',
    description: 'Proxy on the way to the API server: http, https or socks5; NO_PROXY does not count for it',
  },
  {
    name: 'disable-compression',
    kind: 'boolean',
    description: "Do not have the API server's answers compressed",
  },
  {
    name: 'match-server-version',
    kind: 'boolean',
    description: 'Do nothing unless the API server has the version of the kubectl that this program follows',
  },
  {
    name: 'warnings-as-errors',
    kind: 'boolean',
    description: 'Fail at the end when the API server has sent a warning',
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
  {
    name: 'cache-dir',
    kind: 'string',
    placeholder: 'FOLDER',
    description: "Folder for kubectl's cache of what the API server offers; nothing of the kind is kept here",
    hasNoEffect: true,
  },
  {
    name: 'kuberc',
    kind: 'string',
    placeholder: 'FILE',
    description:
      'File with aliases, default flags and a policy for credential plugins, in place of $KUBERC and ~/.kube/kuberc; see kuberc.md',
  },
  {
    name: 'log-flush-frequency',
    kind: 'duration',
    placeholder: 'DURATION',
    description: 'How long log lines may be held back; none are here',
    hasNoEffect: true,
  },
  {
    name: 'profile-output',
    kind: 'string',
    placeholder: 'FILE',
    description:
      "File for a performance profile of kubectl, whose global --profile kubectl debug's own hides",
    hasNoEffect: true,
  },
  {
    name: 'vmodule',
    kind: 'string',
    placeholder: 'PATTERN=LEVEL',
    description: "Log levels for single files of kubectl's source; here there is -v",
    hasNoEffect: true,
  },
];

/** Flags that ask about the program itself. */
export const PROGRAM_FLAGS: readonly Flag[] = [
  { name: 'help', short: 'h', kind: 'boolean', description: 'Show this help' },
  { name: 'version', kind: 'boolean', description: 'Show the version' },
];
