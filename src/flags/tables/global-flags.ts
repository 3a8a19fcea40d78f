import type { Flag } from '../flag.ts';

/** kubectl's flags that choose a server and a user, and how much is said about requests. */
export const GLOBAL_FLAGS: readonly Flag[] = [
  {
    name: 'namespace',
    short: 'n',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Namespace to use; by default the one of the kubeconfig context',
  },
  {
    name: 'context',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Kubeconfig context to use',
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
    description: 'Kubeconfig cluster to use',
  },
  {
    name: 'user',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Kubeconfig user to use',
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
    description: 'Password for basic authentication, with --username',
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
    description: 'Group to impersonate, with --as; may be repeated',
  },
  {
    name: 'as-uid',
    kind: 'string',
    placeholder: 'UID',
    description: 'User id to impersonate, with --as',
  },
  {
    name: 'as-user-extra',
    kind: 'texts',
    placeholder: 'KEY=VALUE',
    description:
      'Extra attribute of the user to impersonate, with --as; may be repeated, also with the same key',
  },
  {
    name: 'request-timeout',
    kind: 'string',
    placeholder: 'DURATION',
    description: 'How long one request may take, in seconds or as 90s or 2m; by default 30s, 0 for no limit',
  },
  {
    name: 'certificate-authority',
    kind: 'string',
    placeholder: 'FILE',
    description: "Certificates of the authority that signed the API server's certificate",
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
    description:
      'Accept any certificate from the API server; any server that answers can then read your credentials',
  },
  {
    name: 'tls-server-name',
    kind: 'string',
    placeholder: 'NAME',
    description: "Name to expect in the API server's certificate, if it is not the host of its address",
  },
  {
    name: 'proxy-url',
    kind: 'string',
    placeholder: 'URL',
    description:
      'Proxy for connections to the API server: http, https or socks5; NO_PROXY does not apply to it',
  },
  {
    name: 'disable-compression',
    kind: 'boolean',
    description: 'Do not ask the API server to compress its answers',
  },
  {
    name: 'match-server-version',
    kind: 'boolean',
    description: "Fail unless the API server's version is that of the kubectl this program follows",
  },
  {
    name: 'warnings-as-errors',
    kind: 'boolean',
    description: 'Fail at the end if the API server sent a warning',
  },
  {
    name: 'v',
    short: 'v',
    kind: 'integer',
    default: '0',
    placeholder: 'LEVEL',
    description:
      'Log requests on stderr: 6 each request, 7 its headers, 8 the start of its bodies, 9 all of them',
  },
  {
    name: 'cache-dir',
    kind: 'string',
    placeholder: 'FOLDER',
    description: "Folder for kubectl's discovery cache; this program has none",
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
    description: 'How long log lines may be buffered; this program buffers none',
    hasNoEffect: true,
  },
  {
    name: 'profile-output',
    kind: 'string',
    placeholder: 'FILE',
    description:
      "File for kubectl's performance profile; kubectl debug's --profile hides kubectl's global one",
    hasNoEffect: true,
  },
  {
    name: 'vmodule',
    kind: 'string',
    placeholder: 'PATTERN=LEVEL',
    description: "Log levels for single files of kubectl's source; use -v here",
    hasNoEffect: true,
  },
];

/** Flags that ask about the program itself. */
export const PROGRAM_FLAGS: readonly Flag[] = [
  { name: 'help', short: 'h', kind: 'boolean', description: 'Show this help' },
  { name: 'version', kind: 'boolean', description: 'Show the version' },
];
