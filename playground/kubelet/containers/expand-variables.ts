/**
 * Expands a word of a command as a kubelet does: `$$` becomes `$`, and `$(NAME)` the value of the variable if it is
 * set.
 * See https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/
 */
export function expandVariables(word: string, values: Readonly<Record<string, string>>): string {
  return word.replaceAll(/\$(?:\$|\(([^)]*)\))/g, (found, name: string | undefined) => {
    if (found === '$$') return '$';
    return name !== undefined && Object.hasOwn(values, name) ? (values[name] ?? '') : found;
  });
}
