import type { PlaygroundPod } from './playground.ts';

/** The image of the demo's debug containers. Any name works: the playground's containers are local processes. */
export const DEMO_IMAGE = 'busybox:1.37';

/** Typical pods: three replicas, of which one has a sidecar, one pod that crashes, and one that has finished. */
export const DEMO_PODS: readonly PlaygroundPod[] = [
  {
    name: 'web-1',
    labels: { app: 'web' },
    spec: { containers: [{ name: 'app', image: 'example/web:1.4' }] },
  },
  {
    name: 'web-2',
    labels: { app: 'web' },
    spec: {
      initContainers: [{ name: 'proxy', image: 'example/proxy:2.0', restartPolicy: 'Always' }],
      containers: [{ name: 'app', image: 'example/web:1.4' }],
    },
  },
  {
    name: 'web-3',
    labels: { app: 'web' },
    spec: { containers: [{ name: 'app', image: 'example/web:1.4' }] },
  },
  {
    name: 'worker-1',
    labels: { app: 'worker' },
    spec: {
      containers: [
        {
          name: 'worker',
          image: 'example/worker:3.1',
          command: ['sh', '-c', 'echo "cannot connect to db:5432: connection refused" >&2; exit 1'],
        },
      ],
    },
  },
  {
    name: 'report-28x7k',
    labels: { app: 'report' },
    spec: {
      restartPolicy: 'Never',
      containers: [{ name: 'report', image: 'example/report:0.9', command: ['true'] }],
    },
  },
];
