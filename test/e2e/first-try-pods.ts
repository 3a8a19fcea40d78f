import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pod } from '../../src/pod/types.ts';
import { DISTROLESS_IMAGE, STATIC_PODS } from './environment.ts';
import { eventually } from './eventually.ts';
import {
  aPod,
  APP_CONTAINER,
  shellContainer,
  type Namespace,
  type PodManifest,
  keepsCrashing,
} from './fixture.ts';
import { kubectl } from './kubectl.ts';

/** The Pod Security level that a namespace enforces. */
export const LEVELS = ['none', 'baseline', 'restricted'] as const;
export type Level = (typeof LEVELS)[number];

type Container = Readonly<Record<string, unknown>>;
type Spec = Readonly<Record<string, unknown>>;

const CONFINED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
  runAsNonRoot: true,
};
const confine = (container: Container): Container => ({ ...container, securityContext: CONFINED });
const asUser = (container: Container): Container => ({
  ...container,
  securityContext: { ...CONFINED, runAsUser: 1000, runAsGroup: 3000 },
});
const distroless = { name: 'app', image: DISTROLESS_IMAGE };
const SLEEP = 'sleep 86400';
const sleeping = (name: string): Container => shellContainer(name, `exec ${SLEEP}`);

/** A pod as people have it. */
export interface Kind {
  readonly name: string;
  /** As the table of outcomes calls it. */
  readonly what: string;
  /** Of the pod; `fit` makes a container what its namespace asks for. */
  readonly spec: (fit: (container: Container) => Container, level: Level) => Spec;
  readonly isSettled: (pod: Pod) => boolean;
  /** Of the program that there is to be seen, where it is not the app's. */
  readonly commandLine?: string;
}

const stateOf = ({ status }: Pod) => status?.containerStatuses?.[0]?.state;
const runs = (pod: Pod) => stateOf(pod)?.running !== undefined;

/** The app of each runs as root where nothing else is said, but in a restricted namespace. */
export const KINDS: readonly Kind[] = [
  {
    name: 'root',
    what: 'as root',
    spec: () => ({}),
    isSettled: runs,
  },
  {
    name: 'uid-of-pod',
    what: 'uid 1000 by the pod',
    spec: () => ({ securityContext: { runAsUser: 1000 }, containers: [confine(APP_CONTAINER)] }),
    isSettled: runs,
  },
  {
    name: 'uid-of-container',
    what: 'uid 1000, gid 3000 by the container',
    spec: () => ({ containers: [asUser(APP_CONTAINER)] }),
    isSettled: runs,
  },
  {
    name: 'distroless',
    what: 'distroless, uid 65532 by its image',
    spec: (_, level) => ({ containers: [level === 'restricted' ? confine(distroless) : distroless] }),
    isSettled: runs,
  },
  {
    name: 'sidecars',
    what: 'with two sidecars',
    spec: (fit) => ({
      containers: [fit(APP_CONTAINER)],
      initContainers: ['proxy', 'shipper'].map((name) => ({
        ...fit(sleeping(name)),
        restartPolicy: 'Always',
      })),
    }),
    isSettled: runs,
  },
  {
    name: 'shared',
    what: 'shared process IDs',
    spec: (fit) => ({ shareProcessNamespace: true, containers: [fit(APP_CONTAINER)] }),
    isSettled: runs,
  },
  {
    name: 'crashing',
    what: 'keeps crashing',
    spec: (fit) => ({ containers: [fit(shellContainer('app', 'exit 1'))] }),
    isSettled: keepsCrashing,
  },
  {
    name: 'stuck',
    what: 'stuck in an init container',
    spec: (fit) => ({ containers: [fit(APP_CONTAINER)], initContainers: [fit(sleeping('prepare'))] }),
    isSettled: ({ status }) => status?.initContainerStatuses?.[0]?.state?.running !== undefined,
    commandLine: SLEEP,
  },
  {
    name: 'finished',
    what: 'finished',
    spec: (fit) => ({ restartPolicy: 'Never', containers: [fit(shellContainer('app', 'exit 0'))] }),
    isSettled: ({ status }) => status?.phase === 'Succeeded',
  },
];

/** Whether one of these pods is as its kind is meant to be. */
export function isSettled(pod: Pod): boolean {
  return KINDS.find(({ name }) => name === pod.metadata.name)?.isSettled(pod) ?? false;
}

export const manifestOf = ({ name, spec }: Kind, level: Level): PodManifest =>
  aPod(name, spec(level === 'restricted' ? asUser : (container) => container, level));

/** The files from which the node reads static pods. */
const staticFiles = new Set<string>();

/** Gives the node a file of a pod, which the kubelet runs and shows to the API server; returns that pod's name. */
export async function createStaticPod({ name: namespace }: Namespace): Promise<string> {
  const file = path.join(STATIC_PODS ?? '', `${namespace}.json`);
  const { metadata, spec } = aPod('static');
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, namespace }, spec };
  await writeFile(file, JSON.stringify(pod));
  staticFiles.add(file);
  return eventually('the static pod', async () => {
    const list = await kubectl(['get', 'pods', '-n', namespace, '-o', 'json']);
    const { items } = JSON.parse(list) as { readonly items: readonly Pod[] };
    return items.find((each) => each.metadata.name?.startsWith('static-') && runs(each))?.metadata.name;
  });
}

/** Takes the files away; the node ends the pods. */
export async function removeStaticPods(): Promise<void> {
  for (const file of staticFiles) await rm(file);
  staticFiles.clear();
}
