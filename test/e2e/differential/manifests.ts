/** What kubectl must find in a manifest, lest it crashes. */
const SECURITY = { securityContext: {} };
const SPEC = { nodeSelector: { 'no-node': 'has-this' }, terminationGracePeriodSeconds: 0, ...SECURITY };
const app = { name: 'app', image: 'app:1' };

const pod = (name: string, metadata = {}, spec = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: { ...SPEC, containers: [app], ...spec },
});
const NODE = { apiVersion: 'v1', kind: 'Node', metadata: { name: '{node}' } };
const FULL = pod(
  '{pod}',
  {
    labels: { app: 'x' },
    annotations: { note: 'n' },
    uid: '3c1f1fd1-3f0b-4c8c-a5d2-8f0f3a1a9d30',
    resourceVersion: '1',
    creationTimestamp: '2025-01-01T00:00:00Z',
    finalizers: ['example.com/f'],
  },
  {
    initContainers: [{ name: 'setup', image: 'i:1' }],
    ephemeralContainers: [{ name: 'old', image: 'o:1' }],
    containers: [
      { ...app, livenessProbe: { httpGet: { path: '/l', port: 80 } }, env: [{ name: 'A', value: '1' }] },
    ],
    securityContext: { runAsUser: 1000 },
  },
);

const yaml = (...documents: readonly unknown[]) =>
  // JSON is YAML; the separator is what makes several documents of it.
  documents.map((document) => `---\n${JSON.stringify(document, undefined, 2)}\n`).join('');
const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

const BLOCKS = `# a comment
apiVersion: v1
kind: Pod
metadata:
  name: {pod}
  labels: {app: x}
spec:
  nodeSelector: {no-node: has-this}
  terminationGracePeriodSeconds: 0
  securityContext: {}
  containers:
  - name: app
    image: app:1
    stdin: yes
    env:
    - name: A
      value: "1"
`;

/** YAML that says what JSON cannot. */
const ODD_BLOCKS = `${BLOCKS.replace('stdin: yes', 'stdin: on')}    args: &args
    - 2025-01-01
    - 2025-01-01T10:00:00Z
    - 1:30
  - name: other
    image: app:1
    args: *args
    env: &env
    - {name: A, value: '1'}
  - <<: {name: third, image: 'app:2'}
    env: *env
    image: app:1
`;

/** Manifests for `-f`. */
export const MANIFESTS: Readonly<Record<string, string>> = {
  'pod.json': json(pod('{pod}')),
  'pod.yaml': BLOCKS,
  'odd.yaml': ODD_BLOCKS,
  'date.yaml': BLOCKS.replace('labels: {app: x}', 'annotations: {note: 2025-01-01, time: 1:30}'),
  'duplicate-key.yaml': `${BLOCKS}    stdin: no\n`,
  'pod2.yaml': yaml(pod('{pod2}')),
  'pod.txt': BLOCKS,
  'full.yaml': yaml({ ...FULL, status: { phase: 'Running' } }),
  'both.yaml': yaml(pod('{pod}'), null, pod('{pod2}')),
  'both.json': json(pod('{pod}')) + json(pod('{pod2}')),
  'both-in-line.json': JSON.stringify(pod('{pod}')) + JSON.stringify(pod('{pod2}')),
  'node.yaml': yaml(NODE),
  'pod-and-node.yaml': yaml(pod('{pod}'), NODE),
  'other-node.yaml': yaml({ ...NODE, metadata: { name: 'nobody' } }),
  'same-namespace.yaml': yaml(pod('{pod}', { namespace: '{namespace}' })),
  'other-namespace.yaml': yaml(pod('{pod}', { namespace: 'default' })),
  'insecure.yaml': yaml({ ...pod('{pod}'), spec: { ...pod('').spec, securityContext: undefined } }),
  'unknown-field.yaml': yaml(pod('{pod}', {}, { containres: [] })),
  'list.yaml': yaml({ apiVersion: 'v1', kind: 'List', items: [pod('{pod}')] }),
  'pod-list.yaml': yaml({ apiVersion: 'v1', kind: 'PodList', items: [pod('{pod}')] }),
  'deployment.yaml': yaml({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: '{pod}' },
    spec: { selector: {}, template: {} },
  }),
  'config-map.yaml': yaml({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '{pod}' } }),
  'nameless.yaml': yaml({ ...pod(''), metadata: {} }),
  'kindless.yaml': yaml({ ...pod('{pod}'), kind: undefined }),
  'versionless.yaml': yaml({ ...pod('{pod}'), apiVersion: undefined }),
  'version-2.yaml': yaml({ ...pod('{pod}'), apiVersion: 'v2' }),
  'lower-case-kind.yaml': yaml({ ...pod('{pod}'), kind: 'pod' }),
  'wrong-type.yaml': yaml(pod('{pod}', {}, { containers: 'app' })),
  'quoted-number.yaml': yaml(pod('{pod}', {}, { terminationGracePeriodSeconds: '0' })),
  'broken.yaml': 'a: [\n',
  'empty.yaml': '',
  'comment.yaml': '# nothing\n---\n',
  'folder/a.yaml': BLOCKS,
  'folder/b.json': json(pod('{pod2}')),
  'folder/c.txt': 'not a manifest',
  'folder/inner/d.yaml': yaml(pod('nobody')),
  'texts/c.txt': BLOCKS,
};
