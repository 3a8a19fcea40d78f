import type { FleetRun } from '../fleet-run.ts';
import { fleetLabels } from './fleet-object.ts';

/** What the pods of the workers depend on. */
export interface WorkerPodFacts {
  readonly run: FleetRun;
  readonly image: string;
  /** The service account, in the namespace of the Job. */
  readonly account: string;
}

/** No user of any image, and the one that distroless images use. */
const UNPRIVILEGED_USER = 65532;

/** Node's heap, and the outputs that are on their way. A quota of the namespace may ask for all four. */
const RESOURCES = {
  requests: { cpu: '100m', memory: '128Mi' },
  limits: { cpu: '1', memory: '512Mi' },
};

const FOLDER = '/tmp';

/** JOB_COMPLETION_INDEX comes from the Job controller. */
const ENVIRONMENT = [
  { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
  // The image has no home folder, and its root cannot be written.
  { name: 'HOME', value: FOLDER },
];

/**
 * The template of the pods of the workers. It keeps to the level "restricted" of Pod Security, and states requests and limits,
 * so that it fits into namespaces with a quota.
 * See https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export function workerTemplate({ run, image, account }: WorkerPodFacts): object {
  const labels = fleetLabels(run);
  return {
    metadata: { labels },
    spec: {
      serviceAccountName: account,
      automountServiceAccountToken: true,
      enableServiceLinks: false,
      restartPolicy: 'Never',
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      // A node that goes away takes as few workers with it as possible.
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: { matchLabels: labels },
        },
      ],
      securityContext: {
        runAsNonRoot: true,
        runAsUser: UNPRIVILEGED_USER,
        runAsGroup: UNPRIVILEGED_USER,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [
        {
          name: 'worker',
          image,
          args: ['audit', `--worker=${run.runId}`],
          env: ENVIRONMENT,
          resources: RESOURCES,
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          // What it says last is shown by whoever follows.
          terminationMessagePolicy: 'FallbackToLogsOnError',
          volumeMounts: [{ name: 'tmp', mountPath: FOLDER }],
        },
      ],
      volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '512Mi' } }],
    },
  };
}
