import { KUBERCS } from './kubercs.ts';
import { MANIFESTS } from './manifests.ts';

const json = (value: unknown) => JSON.stringify(value);

/** Partial containers for `--custom`. */
const CUSTOM: Readonly<Record<string, string>> = {
  'env.json': json({
    env: [
      { name: 'FILE', value: '1' },
      { name: 'A', value: 'file' },
    ],
  }),
  'env.yaml': 'env:\n- name: C\n  value: "x"\n- name: NEW\n  value: "n"\n- name: A\n  value: "y"\n',
  'env-scalars.yaml':
    'env:\n- {name: N, value: 1}\n- {name: T, value: true}\n- {name: F, value: 1.5}\n- {name: Y, value: yes}\n',
  'env-dates.yaml':
    'env:\n- {name: D, value: 2025-01-01}\n- {name: T, value: 2025-01-01T10:00:00Z}\n- {name: M, value: 1:30}\n',
  'env-empty.json': json({ env: [{ name: 'A', value: '' }] }),
  'env-from.json': json({
    env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
    envFrom: [{ configMapRef: { name: 'x', optional: true } }],
  }),
  'env-sources.yaml':
    'env:\n- {name: R, valueFrom: {resourceFieldRef: {containerName: app, resource: limits.cpu, divisor: 1}}}\n' +
    '- {name: S, valueFrom: {secretKeyRef: {name: s, key: k, optional: false}}}\n',
  'env-number.json': '{"env":[{"name":"N","value":1}]}',
  'env-nameless.json': '{"env":[{"value":"x"}]}',
  'env-object.json': '{"env":{}}',
  'mounts.yaml': 'volumeMounts:\n- {name: f, mountPath: /f, readOnly: true}\n',
  'mounts-same-path.yaml': 'volumeMounts:\n- {name: f, mountPath: /e}\n',
  'mounts-sub-path.yaml': 'volumeMounts:\n- {name: e, mountPath: /x, subPath: y}\n',
  'mounts-pathless.json': '{"volumeMounts":[{"name":"e"}]}',
  'user.json': json({ securityContext: { runAsUser: 0 } }),
  'user-quoted.json': json({ securityContext: { runAsUser: '0' } }),
  'user-quoted.yaml': 'securityContext: {runAsUser: "0"}',
  'user-fraction.json': '{"securityContext":{"runAsUser":1.5}}',
  'letter-case.json': '{"SECURITYCONTEXT":{"RunAsUser":7,"runasgroup":8},"Env":[{"NAME":"Z","VALUE":"1"}]}',
  'unprivileged.json': json({ securityContext: { privileged: false } }),
  'add.json': json({ securityContext: { capabilities: { add: ['NET_ADMIN'] } } }),
  'drop.json': json({ securityContext: { capabilities: { drop: ['CHOWN'] } } }),
  'security-null.json': json({ securityContext: null }),
  'security-list.json': json({ securityContext: [] }),
  'nulls.json': json({ securityContext: { capabilities: null, runAsUser: null }, env: null, stdin: null }),
  'non-root.json': json({
    securityContext: {
      runAsNonRoot: false,
      readOnlyRootFilesystem: true,
      seccompProfile: { type: 'Unconfined' },
    },
  }),
  'linux.json': json({
    securityContext: {
      seLinuxOptions: { type: 't' },
      appArmorProfile: { type: 'Unconfined' },
      procMount: 'Default',
    },
  }),
  'stdin-false.json': json({ stdin: false, tty: false }),
  'stdin-true.json': json({ stdin: true, tty: true, stdinOnce: true }),
  'stdin-quoted.json': '{"stdin":"true"}',
  'policies.json': json({
    imagePullPolicy: 'Always',
    terminationMessagePolicy: 'FallbackToLogsOnError',
    terminationMessagePath: '/t',
    workingDir: '/w',
  }),
  'args.json': json({ args: ['a', 'b'] }),
  'args-text.json': '{"args":"x"}',
  'args-scalars.json': '{"args":[1,true]}',
  'name.json': json({ name: 'x' }),
  'image.json': json({ image: 'x' }),
  'image-capitals.json': json({ IMAGE: 'x' }),
  'command.json': json({ command: ['x'] }),
  'lifecycle.json': json({ lifecycle: {} }),
  'devices.json': json({ volumeDevices: [{ name: 'a', devicePath: '/d' }] }),
  'resources.json': json({
    resources: { limits: { cpu: 0.5, memory: '64Mi' }, requests: { cpu: '250m' } },
  }),
  'ports.json': json({ ports: [{ containerPort: 90 }, { containerPort: 80, name: 'web' }] }),
  'probes.json': json({
    livenessProbe: { httpGet: { path: '/h', port: 'web' }, periodSeconds: 5 },
    readinessProbe: { exec: { command: ['x'] } },
    startupProbe: { tcpSocket: { port: 80 } },
  }),
  'unknown-key.json': json({ securityContex: { runAsUser: 0 } }),
  'unknown-inner-key.yaml': 'securityContext: {runAsuser0: 1}',
  'empties.json': json({
    name: '',
    command: [],
    args: [],
    volumeDevices: [],
    lifecycle: null,
    securityContext: { capabilities: { add: [], drop: [] } },
  }),
  'empty.json': '',
  'object-empty.json': '{}',
  'null.json': 'null',
  'list.json': '[]',
  'number.json': '3',
  'text.yaml': 'hello',
  'broken.yaml': 'a: [',
  'alias.yaml': 'args: *nobody\n',
  'circle.yaml': 'args: &a [*a]\n',
  'bomb.yaml': ['a: &a [x]', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
    .map((name, index) =>
      index === 0 ? name : `${name}: &${name} [${`*${'abcdefgh'[index - 1]},`.repeat(9)}]`,
    )
    .join('\n'),
  'separators.yaml': '# why\n---\nargs: [a]\n---\n# no more\n',
  'two-documents.json': '{"args":["a"]}\n{"args":["b"]}\n',
  'second-document.yaml': '---\n---\nargs: [b]\n',
  'two-documents.yaml': 'args: [a]\n---\nargs: [b]\n',
  'trailing.json': '{"args":["a"]} x',
};

/** The files that rows name, with placeholders in them. */
export const FILES: Readonly<Record<string, string>> = { ...CUSTOM, ...KUBERCS, ...MANIFESTS };
