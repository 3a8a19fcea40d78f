/**
 * Every kind of failure of ours. The key is the stable word that ends the error line in brackets, so that
 * scripts can match it; the text says what it means (docs/errors.md is generated from this table).
 */
export const ERRORS = {
  usage: 'the command line cannot be understood or contradicts itself',
  kubeconfig: 'the kubeconfig, or what the flags made of it, cannot be used',
  credentials: 'credentials are missing, or the program that should give them failed',
  unreachable: 'the API server cannot be reached',
  unauthorized: 'the API server does not accept the credentials (401)',
  forbidden: 'the user has no right to do this (403)',
  'not-found': 'the object does not exist (404)',
  conflict: 'the object was changed or replaced meanwhile (409)',
  invalid: 'the API server calls the object invalid (422)',
  throttled: 'the API server is overloaded and said so until the retries were used up (429, 503)',
  'server-error': 'the API server failed (5xx), or answered in a way that cannot be understood',
  unsupported: 'the server is too old, or a feature that is needed is off',
  'pod-finished': 'the pod has finished, so nothing can start in it',
  'pod-terminating': 'the pod is being deleted',
  'pod-unscheduled': 'the pod has no node yet',
  'pod-static': 'the pod is a static pod, which takes no debug containers',
  'pod-replaced': 'the pod was deleted, or replaced by another of the same name, meanwhile',
  'target-not-found': 'the pod has no such target container',
  'target-not-running': 'the target container does not run',
  'container-not-found': 'the pod has no such debug container',
  'container-not-running': 'the debug container does not run',
  'container-exists': 'the pod already has a container of this name',
  ambiguous: 'more than one object fits, and a script never gets a guess',
  'image-not-found': 'the image does not exist in the registry',
  'image-denied': 'the registry does not give the image to this pod',
  'image-platform': 'the image has no variant for the architecture of the node',
  'image-invalid': 'the name of the image is not valid',
  'image-never-pulled': 'the image is not on the node, and the pull policy forbids to pull it',
  'start-failed': 'the container cannot be started',
  'command-not-found': 'the command is not in the image',
  'command-not-executable': 'the command in the image cannot be executed',
  'run-as-root': 'the pod forbids to run as root, and the image runs as root',
  'not-picked-up': 'the node never picked the container up',
  timeout: 'waiting took longer than allowed',
  'connection-lost': 'the connection broke and could not be mended',
  'upgrade-refused': 'the server, or something in front of it, refuses WebSocket connections',
  'stdin-unsupported': 'the server cannot pass on the end of standard input',
  'exit-code-unknown': 'the command ended, but its exit code cannot be read',
  'output-incomplete': 'part of the output is missing',
} as const satisfies Record<string, string>;

/** The stable word of a failure. */
export type ErrorKind = keyof typeof ERRORS;
