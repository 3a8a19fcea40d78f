import type { ContainerFields, EphemeralContainer } from '../types.ts';

/**
 * What a keeper runs: it sleeps so that commands can be run in its container by exec, and ends by itself. A shell,
 * because as process 1 a bare `sleep` would hear no SIGTERM and hold up the deletion of its pod, and would reap no
 * child. The name behind it is for whoever looks at `ps`.
 */
const SCRIPT = ['sh', '-c', 'trap "exit 0" TERM; sleep "$1" & wait', 'kubectl-debug-keeper'] as const;

/** The command of a debug container that is kept for `maxLifeMs`, to run commands in it by exec; in whole seconds. */
export function keeperCommand(maxLifeMs: number): readonly string[] {
  return [...SCRIPT, String(Math.ceil(maxLifeMs / 1000))];
}

/** How long this container is kept at most, in milliseconds; undefined when it is no keeper of ours. */
export function readMaxLife({ command = [], args = [] }: ContainerFields): number | undefined {
  const isOurs = SCRIPT.every((word, index) => command[index] === word);
  const seconds = Number(command[SCRIPT.length]);
  return isOurs && args.length === 0 && Number.isInteger(seconds) ? seconds * 1000 : undefined;
}

/** Fields that differ between keepers that do the same, or that the server fills in where nothing was asked for. */
const IRRELEVANT: readonly string[] = [
  'name',
  'command',
  'imagePullPolicy',
  'terminationMessagePath',
  'terminationMessagePolicy',
];

/** Whether two keepers have the same image, target, rights and variables, so that one serves for the other. */
export function isSameKeeper(one: EphemeralContainer, other: EphemeralContainer): boolean {
  return describe(one) === describe(other);
}

function describe(container: EphemeralContainer): string {
  const fields = Object.entries(container).filter(([name]) => !IRRELEVANT.includes(name));
  return JSON.stringify(sorted(Object.fromEntries(fields)));
}

/** Keys in order and nothing empty, as the server drops what is empty. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, part]) => [key, sorted(part)] as const)
    .filter(([, part]) => part !== '' && part !== undefined && JSON.stringify(part) !== '{}')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}
