import { describe, expect, it } from 'vitest';
import type { Pod } from '../../src/pod/types.ts';
import type { JsonObject } from '../json.ts';
import { failureOf } from '../../test/playground/failure-of.ts';
import { patchEphemeralContainers } from './patch-ephemeral-containers.ts';

const DEFAULTS = {
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
};
const ONE = { ...DEFAULTS, name: 'one', image: 'tools:1', command: ['sh'], imagePullPolicy: 'IfNotPresent' };

function aPod(): Pod {
  const spec = {
    containers: [{ name: 'app' }],
    initContainers: [{ name: 'init' }, { name: 'proxy', restartPolicy: 'Always' }],
    ephemeralContainers: [ONE],
    volumes: [{ name: 'v' }],
  };
  return { metadata: { name: 'p0', namespace: 'default', uid: 'u-1', resourceVersion: '7' }, spec };
}

const IGNORE = { fieldValidation: 'Ignore' } as const;

function patchWith(container: JsonObject): unknown {
  return { spec: { ephemeralContainers: [container] } };
}

describe('patchEphemeralContainers', () => {
  it('adds a container with the defaults of a server, before those that are there', () => {
    const { containers } = patchEphemeralContainers(
      aPod(),
      patchWith({ name: 'two', image: 'busybox', targetContainerName: 'app', tty: true }),
      IGNORE,
    );
    expect(containers).toEqual([
      {
        ...DEFAULTS,
        name: 'two',
        image: 'busybox',
        imagePullPolicy: 'Always',
        targetContainerName: 'app',
        tty: true,
      },
      ONE,
    ]);
  });

  it.each([
    {
      what: 'the same container again',
      patch: patchWith({ name: 'one', image: 'tools:1', command: ['sh'] }),
    },
    { what: 'nothing', patch: {} },
    {
      what: 'labels, annotations and another node',
      patch: { metadata: { labels: {} }, spec: { nodeName: 'x' } },
    },
    { what: 'the uid and version that it has', patch: { metadata: { uid: 'u-1', resourceVersion: '7' } } },
  ])('changes nothing for $what', ({ patch }) => {
    expect(patchEphemeralContainers(aPod(), patch, IGNORE)).toEqual({ containers: [ONE], warnings: [] });
  });

  const LABEL_RULE =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end " +
    "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
  const LONG = 'a'.repeat(64);
  const FORBIDDEN = 'Forbidden: cannot be set for an Ephemeral Container';

  it.each([
    { change: { name: 'app' }, field: 'name', reason: 'Duplicate', message: 'Duplicate value: "app"' },
    { change: { name: 'proxy' }, field: 'name', reason: 'Duplicate', message: 'Duplicate value: "proxy"' },
    {
      change: { name: 'Bad' },
      field: 'name',
      reason: 'Invalid',
      message: `Invalid value: "Bad": ${LABEL_RULE}`,
    },
    {
      change: { name: LONG },
      field: 'name',
      reason: 'Invalid',
      message: `Invalid value: "${LONG}": must be no more than 63 characters`,
    },
    { change: { image: '' }, field: 'image', reason: 'Required', message: 'Required value' },
    {
      change: { image: ' x' },
      field: 'image',
      reason: 'Invalid',
      message: 'Invalid value: " x": must not have leading or trailing whitespace',
    },
    {
      change: { imagePullPolicy: 'Sometimes' },
      field: 'imagePullPolicy',
      reason: 'NotSupported',
      message: 'Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"',
    },
    {
      change: { terminationMessagePolicy: 'Never' },
      field: 'terminationMessagePolicy',
      reason: 'NotSupported',
      message: 'Unsupported value: "Never": supported values: "File", "FallbackToLogsOnError"',
    },
    {
      change: { targetContainerName: 'nope' },
      field: 'targetContainerName',
      reason: 'NotFound',
      message: 'Not found: "nope"',
    },
    {
      change: { targetContainerName: 'one' },
      field: 'targetContainerName',
      reason: 'NotFound',
      message: 'Not found: "one"',
    },
    { change: { ports: [{ containerPort: 80 }] }, field: 'ports', reason: 'Forbidden', message: FORBIDDEN },
    {
      change: { resources: { limits: { cpu: '1' } } },
      field: 'resources',
      reason: 'Forbidden',
      message: FORBIDDEN,
    },
    {
      change: { livenessProbe: { exec: {} } },
      field: 'livenessProbe',
      reason: 'Forbidden',
      message: FORBIDDEN,
    },
    { change: { lifecycle: { preStop: {} } }, field: 'lifecycle', reason: 'Forbidden', message: FORBIDDEN },
    { change: { restartPolicy: 'Always' }, field: 'restartPolicy', reason: 'Forbidden', message: FORBIDDEN },
    { change: { resizePolicy: [{}] }, field: 'resizePolicy', reason: 'Forbidden', message: FORBIDDEN },
    {
      change: { volumeMounts: [{ name: 'nov', mountPath: '/a' }] },
      field: 'volumeMounts[0].name',
      reason: 'NotFound',
      message: 'Not found: "nov"',
    },
    {
      change: { volumeMounts: [{ name: 'v', mountPath: '' }] },
      field: 'volumeMounts[0].mountPath',
      reason: 'Required',
      message: 'Required value',
    },
    {
      change: { volumeMounts: [{ name: 'v', mountPath: '/a', subPath: 'b' }] },
      field: 'volumeMounts[0].subPath',
      reason: 'Forbidden',
      message: FORBIDDEN,
    },
    {
      change: { env: [{ name: 'a=b', value: 'c' }] },
      field: 'env[0].name',
      reason: 'Invalid',
      message:
        'Invalid value: "a=b": a valid environment variable name must consist only of printable ASCII characters other than \'=\'',
    },
    {
      change: { securityContext: { runAsUser: -1 } },
      field: 'securityContext.runAsUser',
      reason: 'Invalid',
      message: 'Invalid value: -1: must be between 0 and 2147483647, inclusive',
    },
    {
      change: { securityContext: { privileged: true, allowPrivilegeEscalation: false } },
      field: 'securityContext',
      reason: 'Invalid',
      message:
        'Invalid value: {"Capabilities":null,"Privileged":true,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
    },
  ])('refuses $change with $reason', ({ change, field, reason, message }) => {
    const path = `spec.ephemeralContainers[0].${field}`;
    const patch = patchWith({ name: 'two', image: 'x', ...change });
    expect(failureOf(() => patchEphemeralContainers(aPod(), patch, IGNORE))).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: `Pod "p0" is invalid: ${path}: ${message}`,
      reason: 'Invalid',
      details: { name: 'p0', kind: 'Pod', causes: [{ reason: `FieldValue${reason}`, message, field: path }] },
      code: 422,
    });
  });

  it.each([
    { name: 'a container without stdin but with stdinOnce and tty', change: { stdinOnce: true, tty: true } },
    { name: 'an image that no registry could have', change: { image: 'a b' } },
    { name: 'an init container as target', change: { targetContainerName: 'init' } },
    { name: 'empty resources', change: { resources: {} } },
  ])('takes $name, as a real server does', ({ change }) => {
    const patch = patchWith({ name: 'two', image: 'x', ...change });
    expect(patchEphemeralContainers(aPod(), patch, IGNORE).containers).toHaveLength(2);
  });

  it('names everything that is wrong at once', () => {
    const patch = {
      spec: {
        ephemeralContainers: [{ name: 'Bad' }, { name: 'app', image: 'x', targetContainerName: 'nope' }],
      },
    };
    const { message, details } = failureOf(() => patchEphemeralContainers(aPod(), patch, IGNORE));
    expect(details?.causes?.map(({ field }) => field)).toEqual([
      'spec.ephemeralContainers[0].name',
      'spec.ephemeralContainers[0].image',
      'spec.ephemeralContainers[1].name',
      'spec.ephemeralContainers[1].targetContainerName',
    ]);
    expect(message).toMatch(/^Pod "p0" is invalid: \[spec\..*, spec\..*\]$/);
  });

  it('lets nobody change a container that is there, and shows the difference', () => {
    const patch = patchWith({ name: 'one', command: ['sh', '-c'] });
    const { message, details } = failureOf(() => patchEphemeralContainers(aPod(), patch, IGNORE));
    expect(message).toContain(
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "one" may not be changed\n@@',
    );
    expect(message).toContain('+  "-c"\n');
    expect(details?.causes).toMatchObject([
      { reason: 'FieldValueForbidden', field: 'spec.ephemeralContainers' },
    ]);
  });

  it.each([
    { how: 'a directive', patch: patchWith({ name: 'one', $patch: 'delete' }) },
    { how: 'null', patch: { spec: { ephemeralContainers: null } } },
  ])('lets nobody remove a container by $how', ({ patch }) => {
    const { message } = failureOf(() => patchEphemeralContainers(aPod(), patch, IGNORE));
    expect(message).toContain('existing ephemeral containers "one" may not be removed\n');
  });

  it.each([
    {
      metadata: { uid: 'u-2' },
      code: 422,
      message: 'metadata.uid: Invalid value: "u-2": field is immutable',
    },
    { metadata: { resourceVersion: '6' }, code: 409, message: 'the object has been modified' },
    { metadata: { name: 'p1' }, code: 400, message: 'the name of the object (p1) does not match' },
    {
      metadata: { namespace: 'x' },
      code: 400,
      message: 'the namespace of the provided object does not match',
    },
  ])('refuses $metadata with $code', ({ metadata, code, message }) => {
    const patch = { metadata, spec: { ephemeralContainers: [{ name: 'two', image: 'x' }] } };
    const failure = failureOf(() => patchEphemeralContainers(aPod(), patch, IGNORE));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(message);
  });

  const ODD = {
    spec: {
      ephemeralContainers: [
        { name: 'two', image: 'x', frobnicate: 1, env: [{ name: 'TOKEN', value: 's3' }] },
      ],
    },
  };

  it('repeats the whole patch when it strictly refuses an unknown field', () => {
    const { code, message, details } = failureOf(() =>
      patchEphemeralContainers(aPod(), ODD, { fieldValidation: 'Strict' }),
    );
    expect(code).toBe(422);
    expect(message).toBe(
      ' "" is invalid: patch: Invalid value: "map[spec:map[ephemeralContainers:[map[env:[map[name:TOKEN value:s3]] ' +
        'frobnicate:1 image:x name:two]]]]": strict decoding error: unknown field "spec.ephemeralContainers[0].frobnicate"',
    );
    expect(details).toMatchObject({ causes: [{ reason: 'FieldValueInvalid', field: 'patch' }] });
  });

  it('warns of an unknown field otherwise, and drops it', () => {
    const { containers, warnings } = patchEphemeralContainers(aPod(), ODD, { fieldValidation: 'Warn' });
    expect(warnings).toEqual(['unknown field "spec.ephemeralContainers[0].frobnicate"']);
    expect(containers[0]).not.toHaveProperty('frobnicate');
  });

  it('lets the directives of a patch pass strict validation', () => {
    const patch = {
      spec: {
        '$setElementOrder/ephemeralContainers': [{ name: 'one' }, { name: 'two' }],
        ephemeralContainers: [{ name: 'two', image: 'x' }],
      },
    };
    const { containers } = patchEphemeralContainers(aPod(), patch, { fieldValidation: 'Strict' });
    expect(containers.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it.each([
    { change: { command: 'sh' }, why: 'cannot restore slice from string' },
    { change: { image: 7 }, why: 'cannot convert int64 to string' },
    { change: { stdin: 'yes' }, why: 'unrecognized type: bool' },
    { change: { securityContext: { runAsUser: '0' } }, why: 'unrecognized type: int64' },
    { change: { env: { a: 'b' } }, why: 'cannot restore slice from map' },
    { change: { securityContext: 'none' }, why: 'cannot restore struct from: string' },
  ])('refuses the wrong type of $change', ({ change, why }) => {
    const patch = patchWith({ name: 'two', image: 'x', ...change });
    const { code, message } = failureOf(() => patchEphemeralContainers(aPod(), patch, IGNORE));
    expect({ code, end: message.slice(-why.length) }).toEqual({ code: 422, end: why });
  });

  it('refuses a patch that is a list', () => {
    expect(failureOf(() => patchEphemeralContainers(aPod(), [], IGNORE))).toMatchObject({
      code: 400,
      message: 'json: cannot unmarshal array into Go value of type map[string]interface {}',
    });
  });

  it('refuses static pods', () => {
    const pod = aPod();
    const annotations = { 'kubernetes.io/config.mirror': 'x' };
    const mirror = { ...pod, metadata: { ...pod.metadata, annotations } };
    const patch = patchWith({ name: 'two', image: 'x' });
    expect(failureOf(() => patchEphemeralContainers(mirror, patch, IGNORE))).toMatchObject({
      code: 422,
      message: 'Pod "p0" is invalid: []: Forbidden: static pods do not support ephemeral containers',
      details: { causes: [{ reason: 'FieldValueForbidden', field: '[]' }] },
    });
  });
});
