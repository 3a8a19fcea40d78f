import type { ContainerFields, EphemeralContainer } from '../types.ts';

/** The name that `ps` shows of a keeper. */
export const KEEPER_NAME = 'kubectl-debug-keeper';

/**
 * The command of a keeper: it sleeps for a while, so that commands can be run in its container by exec. It needs a
 * shell: as process 1 a bare `sleep` would ignore SIGTERM, hold up the deletion of its pod, and reap no children. The
 * last word is the name that `ps` shows.
 */
const SCRIPT = ['sh', '-c', 'trap "exit 0" TERM; sleep "$1" & wait', KEEPER_NAME] as const;

/** The command of a keeper that lives for `maxLifeMs`, rounded up to seconds. */
export function keeperCommand(maxLifeMs: number): readonly string[] {
  return [...SCRIPT, String(Math.ceil(maxLifeMs / 1000))];
}

/** The longest life of a keeper, in milliseconds; undefined for a container that is not one of our keepers. */
export function readMaxLife({ command = [], args = [] }: ContainerFields): number | undefined {
  const isOurs = SCRIPT.every((word, index) => command[index] === word);
  const seconds = Number(command[SCRIPT.length]);
  return isOurs && args.length === 0 && Number.isInteger(seconds) ? seconds * 1000 : undefined;
}

/** Fields that may differ between keepers that can replace each other, or that the server defaults. */
const IRRELEVANT: readonly string[] = [
  'name',
  'command',
  'imagePullPolicy',
  'terminationMessagePath',
  'terminationMessagePolicy',
];

/** Whether two keepers have the same image, target, rights and variables, so that one can replace the other. */
export function isSameKeeper(one: EphemeralContainer, other: EphemeralContainer): boolean {
  return describe(one) === describe(other);
}

function describe(container: EphemeralContainer): string {
  const fields = Object.entries(container).filter(([name]) => !IRRELEVANT.includes(name));
  return JSON.stringify(sorted(Object.fromEntries(fields)));
}

/** The value with sorted keys and without empty fields, which the server drops. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, part]) => [key, sorted(part)] as const)
    .filter(([, part]) => part !== '' && part !== undefined && JSON.stringify(part) !== '{}')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}
