/**
 * Escapes a text, as the kubelet replaces `$$` by `$` and `$(NAME)` by the value of a variable in commands and in the
 * values of variables. See
 * https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/
 *
 * @param expanded names of variables whose `$(NAME)` the kubelet shall replace
 */
export function asTyped(text: string, expanded: readonly string[] = []): string {
  return text.replace(/\$(?=[$(])/g, (dollar, at: number) => {
    const isNamed = expanded.some((name) => !name.includes(')') && text.startsWith(`$(${name})`, at));
    return isNamed && text[at - 1] !== '$' ? dollar : '$$';
  });
}

/** The text that `asTyped` has escaped. */
export function readTyped(escaped: string): string {
  return escaped.replaceAll('$$', () => '$');
}
