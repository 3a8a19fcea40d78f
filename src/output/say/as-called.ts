import type { Io } from '../../io.ts';

/** The name of this program at the start of a command line, not as part of another name. */
const OURS = /(?<![\w./-])kubectl-debug(?= [\w"'$-])/g;
/** A command line of kubectl that uses a cluster or shows how; one of `kubectl debug` already has all flags. */
const KUBECTL =
  /(?<![\w./-])kubectl(?= (annotate|apply|auth|config view|cp|create|delete|describe|events|exec|get|label|logs|patch|port-forward|version)\b)/g;
/** Commands for an administrator, who has another kubeconfig. */
const FOR_OTHERS = ['apply', 'create'];

/**
 * Adapts the command lines in a message so that they work when pasted: each gets the name by which the program was called,
 * and the flags for the same cluster and user. A command for an administrator gets neither the user nor the kubeconfig.
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

/** Whether a text already has the flag of this word, with any value. */
function isThere(text: string, word: string): boolean {
  const [name = ''] = /--[\w-]+/.exec(word) ?? [];
  return new RegExp(`[\\s']${name}(?![\\w-])`).test(text);
}
