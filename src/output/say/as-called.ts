import type { Io } from '../../io.ts';

/** Our name where it begins a command line, and not part of another name. */
const OURS = /(?<![\w./-])kubectl-debug(?= [\w"'$-])/g;
/** A command line of kubectl that asks a cluster; one of `kubectl debug` has all flags already. */
const KUBECTL =
  /(?<![\w./-])kubectl(?= (annotate|apply|auth|cp|create|delete|describe|events|exec|get|label|logs|patch|port-forward|version)\b)/g;
/** What somebody else is asked to do, who has more rights, and a kubeconfig of their own. */
const FOR_OTHERS = ['apply', 'create'];

/**
 * A text for a person in which each command line is called as this one was: under the same name, with the same cluster, so
 * that it works when it is pasted. A command for somebody else names the cluster, but neither the user nor the
 * user's kubeconfig.
 */
export function asCalled(text: string, { calledAs }: Pick<Io, 'calledAs'>): string {
  if (calledAs === undefined) return text;
  const { programName, connection, identity } = calledAs;
  const missing = (words: readonly string[]): string =>
    words.flatMap((word) => (isThere(text, word) ? [] : ` ${word}`)).join('');
  const all = `${missing(connection)}${missing(identity)}`;
  const others = missing(connection.filter((word) => !/^'?--kubeconfig=/.test(word)));
  return text
    .replace(OURS, () => `${programName}${all}`)
    .replace(KUBECTL, (name, verb: string) => `${name}${FOR_OTHERS.includes(verb) ? others : all}`);
}

/** Whether a text has the flag of this word already, whatever its value. */
function isThere(text: string, word: string): boolean {
  const [name = ''] = /--[\w-]+/.exec(word) ?? [];
  return new RegExp(`[\\s']${name}(?![\\w-])`).test(text);
}
