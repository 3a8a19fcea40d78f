import { commandText, shellLine } from '../../errors/shell-word.ts';
import { findCondition } from '../conditions.ts';
import { isScheduled } from '../is-scheduled.ts';
import type { ContainerFacts } from './container-facts.ts';
import { findMissingSandbox } from './explain-whole-pod.ts';
import { fatalProbeOf, type PodClues } from './pod-clues.ts';
import { parseTime } from '../timestamp.ts';
import type { Pod, Probe } from '../types.ts';

/** A command line, and its purpose. */
export interface NextStep {
  /** The text before the colon, such as `its whole log`. */
  readonly does: string;
  /** For a POSIX shell. Our own name in it is `kubectl-debug`. */
  readonly command: string;
}

interface Known {
  readonly containers: readonly ContainerFacts[];
  /** The init container that blocks. */
  readonly blocking: ContainerFacts | undefined;
  readonly clues: PodClues;
  readonly now: Date;
}

interface Place {
  readonly name: string;
  readonly namespace: string;
}

/** A reader follows a few commands at most, so only the first are shown. */
const MOST = 2;

/**
 * The commands that help with an unhealthy pod, the most specific first; none for a healthy one. They change nothing,
 * except the one that removes the finalizers of a pod.
 */
export function nextSteps(pod: Pod, known: Known): readonly NextStep[] {
  const { name = '', namespace = '' } = pod.metadata;
  const place = { name, namespace };
  if (pod.metadata.deletionTimestamp !== undefined) return ofDeletion(pod, place, known.now);
  const steps = [
    ...ofScheduling(pod, place),
    ...ofSandbox(pod, place, known.clues),
    ...ofContainers(pod, place, known),
  ];
  return steps.slice(0, MOST);
}

function ofDeletion(pod: Pod, { name, namespace }: Place, now: Date): readonly NextStep[] {
  const { deletionTimestamp, finalizers = [] } = pod.metadata;
  const dueAt = parseTime(deletionTimestamp);
  if (dueAt === undefined || dueAt.getTime() > now.getTime()) return [];
  const node = pod.spec.nodeName ?? '';
  if (finalizers.length === 0)
    return node === ''
      ? []
      : [{ does: 'does its node answer?', command: commandText`kubectl get node ${node}` }];
  return [
    {
      does: 'if nothing else removes the finalizers',
      command: commandText`kubectl patch pod ${name} -n ${namespace} --type=merge -p ${'{"metadata":{"finalizers":null}}'}`,
    },
  ];
}

function ofScheduling(pod: Pod, { namespace }: Place): readonly NextStep[] {
  const scheduled = findCondition(pod, 'PodScheduled');
  if (isScheduled(pod) || scheduled?.reason !== 'Unschedulable') return [];
  return /PersistentVolumeClaim/i.test(scheduled.message ?? '')
    ? [{ does: 'its volumes', command: commandText`kubectl get pvc -n ${namespace}` }]
    : [{ does: 'what is left on the nodes', command: 'kubectl describe nodes' }];
}

function ofSandbox(pod: Pod, place: Place, clues: PodClues): readonly NextStep[] {
  return findMissingSandbox(pod, clues) === undefined ? [] : [eventsOf(place)];
}

function eventsOf({ name, namespace }: Place): NextStep {
  return { does: 'its events', command: commandText`kubectl events --for ${`pod/${name}`} -n ${namespace}` };
}

function ofContainers(pod: Pod, place: Place, { containers, blocking, clues }: Known): readonly NextStep[] {
  const counted = containers.filter(({ role }) => role === 'app' || role === 'sidecar');
  for (const container of blocking === undefined ? counted : [blocking, ...counted]) {
    const steps = ofContainer(pod, place, { container, clues });
    if (steps.length > 0) return steps;
  }
  return [];
}

interface Looked {
  readonly container: ContainerFacts;
  readonly clues: PodClues;
}

function ofContainer(pod: Pod, place: Place, { container, clues }: Looked): readonly NextStep[] {
  const { state, lastState, role, isReady, name } = container;
  if (state.kind === 'terminated') return state.exitCode === 0 ? [] : ofCrash(place, container, 'over');
  if (state.kind === 'waiting') {
    if (lastState.kind === 'terminated') return ofEnd(place, { container, clues });
    return ofWaiting(place, state.reason);
  }
  if (state.kind !== 'running') return [];
  const { namespace } = place;
  if (role === 'init')
    return [
      {
        does: 'what it does',
        command: commandText`kubectl logs ${place.name} -n ${namespace} -c ${name} --follow`,
      },
    ];
  const { startupProbe, readinessProbe } = container.spec;
  const probe = container.isStarted ? readinessProbe : startupProbe;
  return isReady || probe === undefined ? [] : ofProbe(pod, place, { container, probe });
}

function ofWaiting(place: Place, reason: string): readonly NextStep[] {
  const { namespace } = place;
  if (reason === 'CreateContainerConfigError')
    return [
      { does: 'those that exist', command: commandText`kubectl get configmaps,secrets -n ${namespace}` },
    ];
  return /^(?:PodInitializing|ContainerCreating|)$/.test(reason) ? [] : [eventsOf(place)];
}

function ofEnd(place: Place, { container, clues }: Looked): readonly NextStep[] {
  const { name, lastState } = container;
  if (lastState.kind !== 'terminated') return [];
  // Nothing in the container answers until its next start, but a copy has no probes (KEP-1441).
  if (fatalProbeOf(clues, { name, end: lastState }) !== undefined)
    return [
      {
        does: 'a copy without probes',
        command: commandText`kubectl-debug ${place.name} -n ${place.namespace} --copy-to=${`${place.name}-debug`} --rm`,
      },
    ];
  if (lastState.reason === 'OOMKilled')
    return [
      {
        does: 'its requests and limits',
        command: commandText`kubectl-debug pods ${place.name} -n ${place.namespace} --resources`,
      },
    ];
  return ofCrash(place, container, 'again');
}

function ofCrash(
  { name, namespace }: Place,
  { name: container, role }: ContainerFacts,
  next: 'again' | 'over',
): readonly NextStep[] {
  const log = commandText`kubectl logs ${name} -n ${namespace} -c ${container}`;
  const whole = { does: 'its whole log', command: next === 'over' ? log : `${log} --previous` };
  // A copy does not change the command of an init container.
  if (role !== 'app') return [whole];
  const copy = `${name}-debug`;
  return [
    whole,
    {
      does: 'a shell in a copy, in place of its command',
      command: commandText`kubectl-debug ${name} -n ${namespace} --copy-to=${copy} --rm -c ${container} -- sh`,
    },
  ];
}

interface Probed {
  readonly container: ContainerFacts;
  readonly probe: Probe;
}

/** The probe, run from inside the pod at the address that the kubelet uses: the app may listen on localhost only. */
function ofProbe(pod: Pod, { name, namespace }: Place, { container, probe }: Probed): readonly NextStep[] {
  const words = wordsOfProbe(probe, pod.status?.podIP ?? '', (port) => portNumber(container, port));
  if (words === undefined) return [];
  const does = 'the same check, run by you';
  const command =
    probe.exec === undefined
      ? commandText`kubectl-debug ${name} -n ${namespace} -- `
      : commandText`kubectl exec ${name} -n ${namespace} -c ${container.name} -- `;
  return [{ does, command: command + shellLine(words) }];
}

function wordsOfProbe(
  { exec, httpGet, tcpSocket }: Probe,
  address: string,
  numberOf: (port: number | string) => number | undefined,
): readonly string[] | undefined {
  if (exec !== undefined) return exec.command;
  const port = numberOf(httpGet?.port ?? tcpSocket?.port ?? '');
  if (port === undefined || address === '') return undefined;
  return httpGet === undefined
    ? ['nc', '-w', '2', '-e', 'true', address, `${port}`]
    : ['wget', '-S', '-O-', urlOf(httpGet, address, port)];
}

function urlOf(
  { scheme = 'HTTP', path = '/' }: NonNullable<Probe['httpGet']>,
  address: string,
  port: number,
) {
  const host = address.includes(':') ? `[${address}]` : address;
  return `${scheme.toLowerCase()}://${host}:${port}${path.startsWith('/') ? '' : '/'}${path}`;
}

function portNumber({ spec }: ContainerFacts, port: number | string): number | undefined {
  return typeof port === 'number' ? port : spec.ports?.find(({ name }) => name === port)?.containerPort;
}
