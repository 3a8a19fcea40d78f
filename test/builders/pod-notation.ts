import type {
  Container,
  ContainerStateFields,
  ContainerStatus,
  Pod,
  PodCondition,
} from '../../src/pod/types.ts';
import { aCondition, aPod } from './a-pod.ts';

/** The time that ages in the notation count back from. */
export const NOW = new Date('2025-03-01T18:00:00Z');

/**
 * A pod in few letters, for tables of cases.
 * - shape: a letter per container, `i` regular init container, `s` sidecar, `/`, `c` app; without init containers
 *   only apps.
 * - flags: the phase, `P R S F U` for Pending, Running, Succeeded, Failed, Unknown; then `I`/`i` Initialized
 *   True/False, `Y`/`y` Ready True/False, `G` held by a scheduling gate, `D` being deleted, `r=X` reason of the pod.
 * - statuses: those of the init containers, `;`, those of the apps, or the latter alone; `∅` none. Each is
 *   `R` running, ready, started; `r` running, started, not ready; `p` running, neither; `q` running, ready, `started`
 *   absent; `W` waiting, `W:X` with reason X; `Z` waiting, PodInitializing; `T<code>[~signal][:reason]` terminated;
 *   `+` ready without a state. Before it `?`: of a name that the spec does not have. After it `!`: started;
 *   `x<n>` restarts; `@<age>` the end of the last run.
 */
export interface PodNotation {
  readonly shape: string;
  readonly flags: string;
  readonly statuses: string;
}

const PHASES: Readonly<Record<string, string>> = {
  P: 'Pending',
  R: 'Running',
  S: 'Succeeded',
  F: 'Failed',
  U: 'Unknown',
};

const CONDITIONS: Readonly<Record<string, PodCondition>> = {
  I: aCondition('Initialized', 'True'),
  i: aCondition('Initialized', 'False'),
  Y: aCondition('Ready', 'True'),
  y: aCondition('Ready', 'False'),
  G: aCondition('PodScheduled', 'False', 'SchedulingGated'),
};

type Flags = Pick<ContainerStatus, 'ready' | 'started' | 'state'>;

const RUNNING = { running: { startedAt: '2025-03-01T17:00:00Z' } };
const LETTERS: Readonly<Record<string, Flags>> = {
  R: { state: RUNNING, ready: true, started: true },
  r: { state: RUNNING, ready: false, started: true },
  p: { state: RUNNING, ready: false, started: false },
  q: { state: RUNNING, ready: true },
  Z: { state: { waiting: { reason: 'PodInitializing' } }, ready: false, started: false },
  '+': { state: {}, ready: true },
};

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const TOKEN =
  /^(?<unknown>\?)?(?:(?<letter>[RrpqZ+])|W(?::(?<waiting>\w+?))?|T(?<code>\d+)(?:~(?<signal>\d+))?(?::(?<reason>\w+?))?)(?<started>!)?(?:x(?<restarts>\d+))?(?:@(?<age>-?\d+)(?<unit>[smhd]))?$/;

function stateOf(groups: Readonly<Record<string, string | undefined>>): ContainerStateFields {
  const { code, signal, reason, waiting } = groups;
  if (code === undefined) return { waiting: { ...(waiting !== undefined && { reason: waiting }) } };
  return {
    terminated: {
      exitCode: Number(code),
      ...(signal !== undefined && { signal: Number(signal) }),
      ...(reason !== undefined && { reason }),
    },
  };
}

function lastStateOf(age: string | undefined, unit: string): ContainerStateFields {
  if (age === undefined) return {};
  const finishedAt = new Date(NOW.getTime() - Number(age) * (UNIT_MS[unit] ?? NaN)).toISOString();
  return { terminated: { exitCode: 1, finishedAt } };
}

function statusOf(token: string, name: string): ContainerStatus {
  const groups = TOKEN.exec(token)?.groups;
  if (groups === undefined) throw new Error(`not a status: ${token}`);
  const { unknown, letter = '', started, restarts = '0', age, unit = '' } = groups;
  return {
    name: unknown === undefined ? name : `unknown-${name}`,
    ...(LETTERS[letter] ?? { state: stateOf(groups), ready: false, started: started !== undefined }),
    restartCount: Number(restarts),
    lastState: lastStateOf(age, unit),
  };
}

function statusesOf(tokens: string, specs: readonly Container[]): readonly ContainerStatus[] {
  const list = tokens.split(' ').filter((token) => token !== '' && token !== '∅');
  return list.map((token, index) => statusOf(token, specs[index]?.name ?? ''));
}

function specsOf(letters: string): readonly Container[] {
  return Array.from(letters).map((letter, index) => ({
    name: `${letter}${index}`,
    ...(letter === 's' && { restartPolicy: 'Always' }),
  }));
}

/** The pod that the notation describes. */
export function podFromNotation({ shape, flags, statuses }: PodNotation): Pod {
  const [apps = '', inits = ''] = shape.split('/').toReversed();
  const [appTokens = '', initTokens = ''] = statuses.split(';').toReversed();
  const [containers, initContainers] = [specsOf(apps), specsOf(inits)];
  const [phase = '', ...others] = flags.split(/[ ]|(?<=^.)/);
  const reason = others.find((flag) => flag.startsWith('r='))?.slice(2);
  const isBeingDeleted = others.includes('D');
  return aPod({
    metadata: { ...(isBeingDeleted && { deletionTimestamp: NOW.toISOString() }) },
    spec: { containers, initContainers },
    status: {
      phase: PHASES[phase] ?? '',
      ...(reason !== undefined && { reason }),
      conditions: others.flatMap((flag) => CONDITIONS[flag] ?? []),
      containerStatuses: statusesOf(appTokens, containers),
      initContainerStatuses: statusesOf(initTokens, initContainers),
    },
  });
}
