/** All commands of kubectl 1.37. An alias cannot have one of these names. */
export const KUBECTL_COMMANDS: readonly string[] = (
  'annotate api-resources api-versions apply attach auth autoscale certificate cluster-info completion config ' +
  'cordon cp create debug delete describe diff drain edit events exec explain expose get kuberc kustomize label ' +
  'logs options patch plugin port-forward proxy replace rollout run scale set taint top uncordon version wait'
).split(' ');

/** The commands of kubectl that this program has, with their names here. */
export const OUR_WORDS: ReadonlyMap<string, string> = new Map([
  ['debug', 'debug'],
  ['attach', 'attach'],
  ['get', 'pods'],
]);

/** Flags of those commands that this program lacks. It ignores defaults for them. */
export const KUBECTL_FLAGS: Readonly<Record<string, readonly string[]>> = {
  debug: [],
  attach: ['stdin', 'tty', 'pod-running-timeout', 'profile'],
  get: ['kustomize', 'raw', 'server-print', 'subresource', 'template', 'profile'],
};

/** Formats of `kubectl get -o` that `pods` lacks. */
export const KUBECTL_FORMATS = /^(?:go-template|go-template-file|template|templatefile|kyaml)(?:=|$)/i;

/** The command that a kuberc names. Like kubectl, reads only the first word: `get pods` means `get`. */
export function firstWord(command: string): string {
  return command.split(/\s+/).find((word) => word !== '' && !word.startsWith('-')) ?? '';
}
