import { humanDuration } from '../columns/human-duration.ts';
import { isOfAudit, ownerOf } from '../containers/container-owner.ts';
import { describeState, readContainerState, type ContainerState } from '../containers/container-state.ts';
import { listContainers } from '../containers/containers.ts';
import { readReason } from '../containers/reason.ts';
import { parseTime } from '../timestamp.ts';
import type { Pod } from '../types.ts';
import { readOwn } from './applied-manifest.ts';

/** An ephemeral container, and what its pod tells about who added it and when. */
export interface DebugAddition {
  readonly name: string;
  readonly image: string;
  /** The clients that set its fields, by the names that they gave themselves: `kubectl`, `kubectl-debug`. */
  readonly managers: readonly string[];
  /** The user in a generated name. A hint, not a proof. */
  readonly user: string | undefined;
  /** Why it was added, as the user said. */
  readonly reason: string | undefined;
  /** undefined if the pod does not tell. */
  readonly added: AdditionTime | undefined;
  readonly state: ContainerState;
}

/** When a container was added. */
export interface AdditionTime {
  readonly at: Date;
  /** Whether it was at that time; else not later. */
  readonly isExact: boolean;
}

/** What one entry of `metadata.managedFields` tells; it is untrusted, and old servers write less. */
interface Entry {
  readonly manager: string;
  readonly time: Date | undefined;
  readonly has: (container: string) => boolean;
}

function readEntries({ metadata }: Pod): readonly Entry[] {
  return (metadata.managedFields ?? []).flatMap(({ manager = '', time, fieldsV1 }) => {
    const containers = readOwn(readOwn(fieldsV1, 'f:spec'), 'f:ephemeralContainers');
    if (containers === undefined) return [];
    const has = (container: string): boolean =>
      readOwn(containers, `k:${JSON.stringify({ name: container })}`) !== undefined;
    return [{ manager, time: typeof time === 'string' ? parseTime(time) : undefined, has }];
  });
}

/**
 * The ephemeral containers of a pod in the order in which they were added, and who added them, as far as the pod tells. The
 * server keeps one time for each client, that of its last change; ephemeral containers are never changed, so that is when
 * the last container of this client was added (https://kubernetes.io/docs/reference/using-api/server-side-apply/).
 */
export function readDebugHistory(pod: Pod): readonly DebugAddition[] {
  const entries = readEntries(pod);
  const ephemerals = listContainers(pod).filter(({ role }) => role === 'ephemeral');
  return ephemerals.map(({ name, spec, status }, index) => {
    const own = entries.filter(({ has }) => has(name));
    const later = ephemerals.slice(index + 1);
    return {
      name,
      image: spec.image ?? '',
      managers: [...new Set(own.map(({ manager }) => manager).filter((manager) => manager !== ''))],
      user: ownerOf(name),
      reason: readReason(spec),
      added: additionTime(own, ({ has }) => !later.some((other) => has(other.name))),
      state: status === undefined ? { kind: 'absent' } : readContainerState(status.state),
    };
  });
}

function additionTime(own: readonly Entry[], isLast: (entry: Entry) => boolean): AdditionTime | undefined {
  const times = own.flatMap((entry) =>
    entry.time === undefined ? [] : [{ at: entry.time, isExact: own.length === 1 && isLast(entry) }],
  );
  return times.toSorted((one, other) => one.at.getTime() - other.at.getTime())[0];
}

const momentText = (at: Date, now: Date): string =>
  `${humanDuration(now.getTime() - at.getTime())} ago (${at.toISOString().replace('.000Z', 'Z')})`;

function whenText({ added, state }: DebugAddition, now: Date): string {
  if (added === undefined) return '';
  if (added.isExact) return ` ${momentText(added.at, now)}`;
  // Its start says more than the time of a later one.
  return startOf(state) === undefined ? ` not later than ${momentText(added.at, now)}` : '';
}

function startOf(state: ContainerState): Date | undefined {
  return state.kind === 'running' || state.kind === 'terminated' ? state.startedAt : undefined;
}

function stateText(state: ContainerState, now: Date): string {
  const startedAt = startOf(state);
  const started = startedAt === undefined ? 'started' : `started ${momentText(startedAt, now)}`;
  switch (state.kind) {
    case 'absent':
    case 'waiting':
      return `has not started${state.kind === 'absent' || state.reason === '' ? '' : ` (${state.reason})`}`;
    case 'running':
      return `${started} and runs`;
    case 'terminated': {
      const { finishedAt } = state;
      const ended = finishedAt === undefined ? 'ended' : `ended ${momentText(finishedAt, now)}`;
      return `${started} and ${ended} (${describeState(state)})`;
    }
  }
}

/** Says in a sentence who added a debug container, when, and what became of it. Not printable yet. */
export function describeAddition(addition: DebugAddition, now: Date): string {
  const { name, managers, user, reason, state } = addition;
  const tool =
    managers.length === 0 ? '' : ` with ${managers.map((manager) => `"${manager}"`).join(' and ')}`;
  const by = user === undefined ? '' : ` by user "${user}" (as its name says)`;
  const audit = isOfAudit(name) ? ' by an audit (as its name says)' : '';
  const why = reason === undefined ? '' : ` for the reason "${reason}"`;
  const told = `${whenText(addition, now)}${by}${audit}${tool}${why}`;
  const added = told === '' ? '' : ` was added${told}; it`;
  return `debug container "${name}"${added} ${stateText(state, now)}`;
}

/** Of more debug containers, only the last are told. */
const MOST_TOLD = 5;

/** Says of the debug containers of a pod who added them and when, the newest last. */
export function explainDebugHistory(pod: Pod, now: Date): readonly string[] {
  const history = readDebugHistory(pod);
  const untold = history.length - MOST_TOLD;
  return [
    ...(untold > 0
      ? [`only the last ${MOST_TOLD} of the ${history.length} debug containers are told of here`]
      : []),
    ...history.slice(-MOST_TOLD).map((addition) => describeAddition(addition, now)),
  ];
}
