import type {
  Container,
  ContainerStateFields,
  ContainerStatus,
  EphemeralContainer,
  ObjectMeta,
  Pod,
  PodCondition,
  PodSpec,
  PodStatus,
  StateTerminated,
} from '../../src/pod/types.ts';

/** When `aPod` was created and its containers started, unless a test says otherwise. */
export const CREATED_AT = '2025-03-01T12:00:00Z';

/** The options of a container's status; by default it runs, and is started and ready. */
interface StatusOptions {
  /** `false`: the kubelet has not reported the container yet. */
  readonly hasStatus?: boolean;
  readonly state?: ContainerStateFields;
  readonly ready?: boolean;
  readonly started?: boolean;
  readonly restartCount?: number;
  readonly lastState?: ContainerStateFields;
  readonly containerID?: string;
  readonly imageID?: string;
}

export type ContainerOptions = Partial<Container> & StatusOptions;
type EphemeralOptions = Partial<EphemeralContainer> & StatusOptions;

/** The options of a pod; the default is a healthy pod `shop/web-1`. */
export interface PodOptions {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  /** `[{}]` by default: one running app container named `app`. */
  readonly apps?: readonly ContainerOptions[];
  /** Regular init containers and sidecars (`restartPolicy: 'Always'`), in declared order. */
  readonly inits?: readonly ContainerOptions[];
  readonly ephemerals?: readonly EphemeralOptions[];
  /** `false`: no node, no statuses, phase Pending. */
  readonly isScheduled?: boolean;
  readonly phase?: string;
  /** These replace top-level keys of what the options above make. */
  readonly metadata?: Partial<ObjectMeta>;
  readonly spec?: Partial<PodSpec>;
  readonly status?: Partial<PodStatus>;
}

/** A state `running`. */
export function running(startedAt: string = CREATED_AT): ContainerStateFields {
  return { running: { startedAt } };
}

/** A state `waiting`; the API allows it without a reason. */
export function waiting(reason?: string, message?: string): ContainerStateFields {
  return { waiting: { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) } };
}

/** A state `terminated`, with the kubelet's reason for the exit code. */
export function terminated(exitCode: number, fields: Partial<StateTerminated> = {}): ContainerStateFields {
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  return { terminated: { exitCode, reason, startedAt: CREATED_AT, finishedAt: CREATED_AT, ...fields } };
}

const STATUS_KEYS: readonly (keyof StatusOptions)[] = [
  'hasStatus',
  'state',
  'ready',
  'started',
  'restartCount',
  'lastState',
  'containerID',
  'imageID',
];

function withoutStatus<Options extends StatusOptions>(options: Options): Options {
  const spec = { ...options };
  for (const key of STATUS_KEYS) Reflect.deleteProperty(spec, key);
  return spec;
}

/** The spec of an app container; `restartPolicy: 'Always'` makes an init container a sidecar. */
export function aContainer(options: ContainerOptions = {}): Container {
  return withoutStatus({
    name: 'app',
    image: 'registry.example/app:1',
    imagePullPolicy: 'IfNotPresent',
    ...options,
  });
}

/** The spec of an ephemeral container. */
export function anEphemeralContainer(options: EphemeralOptions = {}): EphemeralContainer {
  return withoutStatus({ name: 'debugger', image: 'busybox', imagePullPolicy: 'IfNotPresent', ...options });
}

/** The status of a container of this name. */
export function aContainerStatus(
  name: string,
  options: ContainerOptions | EphemeralOptions = {},
): ContainerStatus {
  const { state = running() } = options;
  const isRunning = state.running !== undefined;
  const defaults = {
    image: 'registry.example/app:1',
    imageID: 'registry.example/app@sha256:1111',
    containerID: `containerd://${Buffer.from(name).toString('hex').padEnd(64, '0')}`,
    ready: isRunning,
    started: isRunning,
    restartCount: 0,
    lastState: {},
  };
  const { image, imageID, containerID, ready, started, restartCount, lastState } = {
    ...defaults,
    ...options,
  };
  return {
    name,
    image,
    imageID,
    ...(state.waiting === undefined && { containerID }),
    ready,
    started,
    restartCount,
    state,
    lastState,
  };
}

/** A condition of a pod. */
export function aCondition(
  type: string,
  status: 'True' | 'False' | 'Unknown',
  reason?: string,
): PodCondition {
  return { type, status, ...(reason !== undefined && { reason }) };
}

interface Containers<Spec> {
  readonly specs: readonly Spec[];
  readonly statuses: readonly ContainerStatus[];
}

function pairUp<Options extends StatusOptions, Spec extends { readonly name: string }>(
  list: readonly Options[],
  build: (options: Options, index: number) => Spec,
): Containers<Spec> {
  const specs = list.map(build);
  const statuses = list.flatMap((options, index) =>
    options.hasStatus === false ? [] : [aContainerStatus(specs[index]?.name ?? '', options)],
  );
  return { specs, statuses };
}

function numbered(kind: string, index: number): string {
  return index === 0 ? kind : `${kind}-${String(index + 1)}`;
}

interface PodContainers {
  readonly app: Containers<Container>;
  readonly init: Containers<Container>;
  readonly ephemeral: Containers<EphemeralContainer>;
}

function buildContainers({ apps = [{}], inits = [], ephemerals = [] }: PodOptions): PodContainers {
  return {
    app: pairUp(apps, (options, index) => aContainer({ name: numbered('app', index), ...options })),
    init: pairUp(inits, (options, index) => aContainer({ name: numbered('init', index), ...options })),
    ephemeral: pairUp(ephemerals, (options, index) =>
      anEphemeralContainer({ name: numbered('debugger', index), ...options }),
    ),
  };
}

const HEALTHY = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];

function scheduledStatus({ app, init, ephemeral }: PodContainers): PodStatus {
  return {
    phase: 'Running',
    conditions: HEALTHY.map((type) => aCondition(type, 'True')),
    hostIP: '192.0.2.1',
    podIP: '10.0.0.7',
    podIPs: [{ ip: '10.0.0.7' }],
    startTime: CREATED_AT,
    qosClass: 'BestEffort',
    ...(init.specs.length > 0 && { initContainerStatuses: init.statuses }),
    containerStatuses: app.statuses,
    ...(ephemeral.specs.length > 0 && { ephemeralContainerStatuses: ephemeral.statuses }),
  };
}

const UNSCHEDULED: PodStatus = {
  phase: 'Pending',
  conditions: [aCondition('PodScheduled', 'False', 'Unschedulable')],
  qosClass: 'BestEffort',
};

const POD_DEFAULTS = {
  name: 'web-1',
  namespace: 'shop',
  uid: '5f0c1a52-0000-4000-8000-000000000001',
  isScheduled: true,
};

/** A pod as the API server returns it; by default a healthy one with one container. */
export function aPod(options: PodOptions = {}): Pod {
  const { name, namespace, uid, isScheduled } = { ...POD_DEFAULTS, ...options };
  const containers = buildContainers(options);
  const { app, init, ephemeral } = containers;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      uid,
      resourceVersion: '1000',
      creationTimestamp: CREATED_AT,
      ...options.metadata,
    },
    spec: {
      ...(init.specs.length > 0 && { initContainers: init.specs }),
      containers: app.specs,
      ...(ephemeral.specs.length > 0 && { ephemeralContainers: ephemeral.specs }),
      restartPolicy: 'Always',
      ...(isScheduled && { nodeName: 'node-1' }),
      ...options.spec,
    },
    status: {
      ...(isScheduled ? scheduledStatus(containers) : UNSCHEDULED),
      ...(options.phase !== undefined && { phase: options.phase }),
      ...options.status,
    },
  };
}
