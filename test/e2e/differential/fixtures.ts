/** A pod that rows debug or copy. Most fit no node, so that nothing has to run. */
export interface FixturePod {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Whether it belongs to the node object that the rows use. */
  readonly isOwned?: boolean;
  readonly spec: Readonly<Record<string, unknown>>;
  /** Added once the pod is there. */
  readonly ephemeralContainers?: readonly unknown[];
  /** Set once the pod is there. */
  readonly phase?: 'Succeeded';
}

const UNSCHEDULED = { nodeSelector: { 'no-node': 'has-this' }, terminationGracePeriodSeconds: 0 };
const app = { name: 'app', image: 'app:1' };
const probe = (path: string) => ({ httpGet: { path, port: 80 } });
const PROBES = { livenessProbe: probe('/l'), readinessProbe: probe('/r'), startupProbe: probe('/s') };

const unscheduled = (spec: Readonly<Record<string, unknown>> = {}): FixturePod => ({
  spec: { ...UNSCHEDULED, containers: [app], ...spec },
});

const STUBBORN = {
  ...app,
  command: ['/a'],
  args: ['x', 'y'],
  env: [
    { name: 'OLD', value: '1' },
    { name: 'B', value: '2' },
  ],
  stdin: true,
  stdinOnce: true,
  tty: true,
  imagePullPolicy: 'Never',
  securityContext: {
    runAsUser: 1000,
    runAsNonRoot: true,
    allowPrivilegeEscalation: true,
    readOnlyRootFilesystem: true,
    capabilities: { add: ['CHOWN'], drop: ['NET_RAW'] },
  },
};

const FULL_CONTAINER = {
  ...app,
  ...PROBES,
  ports: [{ containerPort: 80, hostPort: 8080 }],
  resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { cpu: '1', memory: '1Gi' } },
  volumeMounts: [
    { name: 'empty', mountPath: '/e' },
    { name: 'config', mountPath: '/c', subPath: 'f' },
  ],
  lifecycle: { preStop: { exec: { command: ['x'] } } },
  envFrom: [{ configMapRef: { name: 'cm' } }],
  env: [{ name: 'SELF', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
};

export const FIXTURES = {
  single: unscheduled(),
  several: unscheduled({
    containers: [
      STUBBORN,
      {
        name: 'second',
        image: 'second:1',
        args: ['only-args'],
        ports: [{ containerPort: 80, name: 'http' }],
      },
      {
        name: 'third',
        image: 'third:1',
        terminationMessagePolicy: 'FallbackToLogsOnError',
        workingDir: '/w',
      },
    ],
  }),
  /** An init container and a native sidecar. */
  sidecar: {
    labels: { app: 'x' },
    ...unscheduled({
      initContainers: [
        { name: 'setup', image: 'i:1', command: ['s'], args: ['t'] },
        { name: 'proxy', image: 'p:1', restartPolicy: 'Always', ...PROBES },
      ],
      containers: [{ ...app, ...PROBES }],
    }),
  },
  nonRoot: unscheduled({ securityContext: { runAsUser: 1000, runAsNonRoot: true, fsGroup: 5 } }),
  /** Labels, annotations, owner, probes, volumes, host port, pull secret, resources and all else that a copy keeps or drops. */
  full: {
    labels: { app: 'x', tier: 'y' },
    annotations: { note: 'n' },
    isOwned: true,
    ...unscheduled({
      serviceAccountName: 'default',
      hostname: 'h',
      subdomain: 's',
      imagePullSecrets: [{ name: 'pull' }],
      tolerations: [{ key: 'k', operator: 'Exists' }],
      affinity: {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, preference: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
          ],
        },
      },
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'z',
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: { matchLabels: { app: 'x' } },
        },
      ],
      dnsConfig: { options: [{ name: 'ndots', value: '2' }] },
      hostAliases: [{ ip: '10.0.0.1', hostnames: ['a'] }],
      readinessGates: [{ conditionType: 'example.com/ready' }],
      schedulerName: 'none',
      restartPolicy: 'OnFailure',
      activeDeadlineSeconds: 10000,
      enableServiceLinks: false,
      volumes: [
        { name: 'empty', emptyDir: {} },
        { name: 'config', configMap: { name: 'cm' } },
      ],
      containers: [FULL_CONTAINER, { name: 'other', image: 'other:1', readinessProbe: probe('/r') }],
    }),
  },
  /** What a custom container is merged with. */
  volumes: unscheduled({
    volumes: [
      { name: 'e', emptyDir: {} },
      { name: 'f', emptyDir: {} },
    ],
    containers: [
      {
        ...app,
        volumeMounts: [{ name: 'e', mountPath: '/e' }],
        env: [
          { name: 'A', value: '1' },
          { name: 'B', value: '2' },
          { name: 'C', value: '3' },
        ],
        securityContext: {
          capabilities: { add: ['CHOWN'], drop: ['KILL'] },
          seLinuxOptions: { level: 's0' },
        },
        livenessProbe: probe('/l'),
        resources: { requests: { cpu: '100m' } },
        ports: [{ containerPort: 80, name: 'http' }],
      },
    ],
  }),
  shared: unscheduled({ shareProcessNamespace: true, containers: [app, { name: 'second', image: 'b:1' }] }),
  unshared: unscheduled({ shareProcessNamespace: false }),
  hostPid: unscheduled({ hostPID: true }),
  hostNetwork: unscheduled({ hostNetwork: true, hostIPC: true }),
  privileged: unscheduled({ containers: [{ ...app, securityContext: { privileged: true } }] }),
  windows: unscheduled({ os: { name: 'windows' } }),
  /** Resources of the pod as a whole. */
  limits: unscheduled({ resources: { limits: { cpu: '1', memory: '1Gi' } } }),
  gated: { spec: { schedulingGates: [{ name: 'example.com/g' }], containers: [app] } },
  finished: { ...unscheduled(), phase: 'Succeeded' },
  /** On the node object that the rows use. */
  bound: unscheduled({ nodeName: '{node}' }),
  /** Has ephemeral containers already. */
  debugged: {
    ...unscheduled({ initContainers: [{ name: 'setup', image: 's:1' }] }),
    ephemeralContainers: [
      { name: 'old', image: 'o:1' },
      { name: 'older', image: 'o:1', targetContainerName: 'app' },
    ],
  },
} as const satisfies Record<string, FixturePod>;

export type FixtureName = keyof typeof FIXTURES;
