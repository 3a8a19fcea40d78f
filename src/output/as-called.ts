import type { Io } from '../io.ts';

/** Our name where it begins a command line, and not part of another name. */
const OURS = /(?<![\w./-])kubectl-debug(?= [\w"'$-])/g;
/** A command line of kubectl that asks a cluster; one of `kubectl debug` has all flags already. */
const KUBECTL =
  /(?<![\w./-])kubectl(?= (?:annotate|apply|auth|cp|create|delete|describe|events|exec|get|label|logs|patch|port-forward)\b)/g;

/**
 * A text for a person in which each command line is called as this one was: under the same name, with the same cluster, so
 * that it works when it is pasted.
 */
export function asCalled(text: string, { calledAs }: Pick<Io, 'calledAs'>): string {
  if (calledAs === undefined) return text;
  const { programName, connection } = calledAs;
  const isThere = (word: string): boolean => text.includes(` ${word.replace(/=.*/s, '')}`);
  const cluster = connection.flatMap((word) => (isThere(word) ? [] : ` ${word}`)).join('');
  return text.replace(OURS, () => `${programName}${cluster}`).replace(KUBECTL, (name) => `${name}${cluster}`);
}
