/**
 * What a kubelet makes of a word of a command: `$$` is `$`, and `$(NAME)` the value of a variable, if there is one. See
 * https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/
 */
export function expandVariables(word: string, values: Readonly<Record<string, string>>): string {
  return word.replaceAll(/\$(?:\$|\(([^)]*)\))/g, (found, name: string | undefined) => {
    if (found === '$$') return '$';
    return name !== undefined && Object.hasOwn(values, name) ? (values[name] ?? '') : found;
  });
}
