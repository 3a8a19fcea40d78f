#!/usr/bin/env node
// Fills a namespace of the test cluster with fake running pods on a fake node, to measure lists, watches and memory
// at scale (10,000 pods take about 30 s).
// usage: fill.mjs NAMESPACE COUNT [KUBECONFIG] [KUBECTL]
import https from 'node:https';
import { at, KUBECTL, run } from './paths.mjs';

const [namespace, count, file = at('kubeconfig'), kubectl = KUBECTL] = process.argv.slice(2);
const {
  clusters: [{ cluster }],
  users: [{ user }],
} = JSON.parse(
  // kubectl chooses the context, and reads the files that the kubeconfig names: the pods come where kubectl looks.
  run(kubectl, ['config', 'view', '--minify', '--flatten', '--raw', '-o', 'json', '--kubeconfig', file]),
);
if (user.token === undefined && user['client-certificate-data'] === undefined)
  throw new Error(`${file}: its user has neither a token nor a client certificate`);
const decoded = (data) => (data === undefined ? undefined : Buffer.from(data, 'base64'));
const agent = new https.Agent({
  keepAlive: true,
  ca: decoded(cluster['certificate-authority-data']),
  cert: decoded(user['client-certificate-data']),
  key: decoded(user['client-key-data']),
  servername: cluster['tls-server-name'],
  rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
  maxSockets: 32,
});
const authorization = user.token === undefined ? {} : { authorization: `Bearer ${user.token}` };
const NODE = 'made-up-node';

const send = (method, path, body, type = 'application/json') =>
  new Promise((resolve, reject) => {
    const request = https.request(
      cluster.server + path,
      { method, agent, headers: { ...authorization, 'content-type': type } },
      (response) => {
        const chunks = [];
        response
          .on('data', (chunk) => chunks.push(chunk))
          .on('end', () => {
            if (response.statusCode < 300 || response.statusCode === 409) resolve();
            else reject(new Error(`${method} ${path}: ${response.statusCode} ${Buffer.concat(chunks)}`));
          });
      },
    );
    request.on('error', reject).end(JSON.stringify(body));
  });

const now = new Date().toISOString().replace(/\.\d+Z/, 'Z');
const status = (name, i) => {
  const crashing = i % 11 === 0;
  const restarted = i % 7 === 0;
  return {
    name,
    image: 'example/app:v1',
    imageID: `example/app@sha256:${'a'.repeat(64)}`,
    containerID: `containerd://${'b'.repeat(64)}`,
    ready: !crashing,
    started: true,
    restartCount: restarted ? 3 : 0,
    state: crashing
      ? { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' } }
      : { running: { startedAt: now } },
    lastState: restarted
      ? { terminated: { exitCode: 1, reason: 'Error', startedAt: now, finishedAt: now } }
      : {},
  };
};

async function makePod(i) {
  const name = `app-${String(i).padStart(5, '0')}`;
  const containers = ['app', ...(i % 5 === 0 ? ['helper'] : [])].map((container) => ({
    name: container,
    image: 'example/app:v1',
    resources: { requests: { cpu: '100m', memory: '64Mi' } },
  }));
  const sidecars = i % 3 === 0 ? [{ name: 'proxy', image: 'example/proxy:v1', restartPolicy: 'Always' }] : [];
  await send('POST', `/api/v1/namespaces/${namespace}/pods`, {
    metadata: { name, labels: { app: `app-${i % 20}` } },
    spec: { nodeName: NODE, automountServiceAccountToken: false, containers, initContainers: sidecars },
  });
  await send(
    'PATCH',
    `/api/v1/namespaces/${namespace}/pods/${name}/status`,
    {
      status: {
        phase: 'Running',
        podIP: '10.1.2.3',
        podIPs: [{ ip: '10.1.2.3' }],
        startTime: now,
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: now }],
        containerStatuses: containers.map((container) => status(container.name, i)),
        initContainerStatuses: sidecars.map((container) => ({
          ...status(container.name, 1),
          ready: true,
          state: { running: { startedAt: now } },
        })),
      },
    },
    'application/merge-patch+json',
  );
}

await send('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
await send('POST', '/api/v1/nodes', { metadata: { name: NODE } });
let next = 0;
await Promise.all(
  Array.from({ length: 32 }, async () => {
    while (next < Number(count)) await makePod(next++);
  }),
);
agent.destroy();
