import { describe, expect, it } from 'vitest';
import { aPodCopyRequest, KEEP_DEFAULTS } from '../../../test/builders/a-debug-request.ts';
import { aContainer, anEphemeralContainer, aPod, type PodOptions } from '../../../test/builders/a-pod.ts';
import type { Container } from '../../pod/types.ts';
import { planPodCopy, type PodCopyPlan } from './pod-copy.ts';
import { PROFILES, type ProfileName } from '../security/profiles.ts';

type CopyOptions = NonNullable<Parameters<typeof aPodCopyRequest>[0]>;

function plan(options: CopyOptions = {}, pod: PodOptions = {}): PodCopyPlan {
  return planPodCopy(aPod(pod), aPodCopyRequest(options), () => 0);
}

/** The container of this name in the copy. */
function containerOf({ pod: { spec } }: PodCopyPlan, name: string): Container | undefined {
  return [...spec.containers, ...(spec.initContainers ?? [])].find((container) => container.name === name);
}

const PROBES = {
  livenessProbe: { tcpSocket: { port: 1 } },
  readinessProbe: { tcpSocket: { port: 2 } },
  startupProbe: { tcpSocket: { port: 3 } },
};
const NEW_CONTAINER = { name: 'debugger-bbbbb', image: 'busybox', terminationMessagePolicy: 'File' };
const RESTRICTED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};
const OWN = { runAsUser: 7, capabilities: { add: ['CHOWN'], drop: ['KILL'] } };
const EDITED: CopyOptions = { image: undefined, containerName: 'app', command: ['sh'] };
const SET_IMAGE: CopyOptions = { image: undefined, setImages: new Map([['app', 'app:2']]) };

describe('planPodCopy', () => {
  it('adds a container to a copy that no controller, probe or traffic knows', () => {
    const spec = { nodeName: 'n1', nodeSelector: { disk: 'ssd' }, hostNetwork: true };
    const metadata = {
      labels: { app: 'web' },
      annotations: { note: 'x' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u' }],
    };
    expect(plan({}, { apps: [PROBES], ephemerals: [{}], spec, metadata })).toEqual({
      kind: 'copy',
      pod: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web-copy', namespace: 'shop' },
        spec: {
          containers: [
            aContainer(),
            { ...NEW_CONTAINER, securityContext: { capabilities: { add: ['SYS_PTRACE'] } } },
          ],
          restartPolicy: 'Always',
          nodeSelector: { disk: 'ssd' },
          hostNetwork: true,
          shareProcessNamespace: true,
        },
      },
      original: { namespace: 'shop', name: 'web-1' },
      replace: false,
      containerName: 'debugger-bbbbb',
      notes: [],
      kubectlNotes: ['Defaulting debug container name to debugger-bbbbb.'],
      warnings: [],
    });
  });

  it('keeps the node and says what is replaced when asked', () => {
    const { pod, replace } = plan({ sameNode: true, replace: true });
    expect({ node: pod.spec.nodeName, replace }).toEqual({ node: 'node-1', replace: true });
  });

  it('copies a pod that was never stored', () => {
    const { spec } = aPod();
    const copy = planPodCopy(
      { metadata: { name: 'web-1', namespace: 'shop' }, spec },
      aPodCopyRequest(),
      () => 0,
    );
    expect(copy.pod.metadata).toEqual({ name: 'web-copy', namespace: 'shop' });
  });

  it.each<{ profile: ProfileName; added: unknown; edited: unknown }>([
    {
      profile: 'general',
      added: { capabilities: { add: ['SYS_PTRACE'] } },
      edited: { ...OWN, capabilities: { add: ['CHOWN', 'SYS_PTRACE'], drop: ['KILL'] } },
    },
    { profile: 'baseline', added: undefined, edited: undefined },
    { profile: 'restricted', added: RESTRICTED, edited: RESTRICTED },
    {
      profile: 'netadmin',
      added: { capabilities: { add: ['NET_ADMIN', 'NET_RAW'] } },
      edited: { ...OWN, capabilities: { add: ['CHOWN', 'NET_ADMIN', 'NET_RAW'], drop: ['KILL'] } },
    },
    { profile: 'sysadmin', added: { privileged: true }, edited: { ...OWN, privileged: true } },
    { profile: 'legacy', added: undefined, edited: OWN },
  ])('changes security contexts as profile $profile does', ({ profile, added, edited }) => {
    const pod = { apps: [{ securityContext: OWN }] };
    expect(containerOf(plan({ profile }, pod), 'debugger-bbbbb')?.securityContext).toEqual(added);
    expect(containerOf(plan({ ...EDITED, profile }, pod), 'app')?.securityContext).toEqual(edited);
  });

  const profiles = Object.keys(PROFILES).filter((name): name is ProfileName => name !== 'legacy');
  it.each(profiles)('keeps under profile %s only what a flag keeps', (profile) => {
    const metadata = { labels: { app: 'web' }, annotations: { note: 'x' } };
    const pod: PodOptions = { metadata, inits: [{}], apps: [PROBES] };
    const nothing = plan({ profile, keep: { ...KEEP_DEFAULTS, initContainers: false } }, pod).pod;
    expect(nothing.metadata).toEqual({ name: 'web-copy', namespace: 'shop' });
    expect(nothing.spec.initContainers).toBeUndefined();
    expect(nothing.spec.containers[0]).toEqual(aContainer());
    const all = { labels: true, annotations: true, liveness: true, readiness: true, startup: true };
    const everything = plan({ profile, keep: { ...all, initContainers: true } }, pod).pod;
    expect(everything.metadata).toMatchObject(metadata);
    expect(everything.spec.initContainers).toEqual([aContainer({ name: 'init' })]);
    expect(everything.spec.containers[0]).toEqual(aContainer(PROBES));
  });

  it.each([
    { flag: 'liveness', kept: 'livenessProbe' },
    { flag: 'readiness', kept: 'readinessProbe' },
    { flag: 'startup', kept: 'startupProbe' },
  ] as const)('keeps the $kept alone when asked', ({ flag, kept }) => {
    const { pod } = plan({ keep: { ...KEEP_DEFAULTS, [flag]: true } }, { apps: [PROBES] });
    expect(pod.spec.containers[0]).toEqual(aContainer({ [kept]: PROBES[kept] }));
  });

  it('keeps the probes of sidecars, as kubectl does', () => {
    const sidecar = { name: 'proxy', restartPolicy: 'Always', ...PROBES };
    expect(containerOf(plan({}, { inits: [sidecar] }), 'proxy')).toEqual(aContainer(sidecar));
  });

  it('drops labels and nothing else under the legacy profile, whatever the flags say', () => {
    const metadata = { labels: { app: 'web' }, annotations: { note: 'x' } };
    const keep = { ...KEEP_DEFAULTS, labels: true, initContainers: false };
    const { pod } = plan({ profile: 'legacy', keep }, { metadata, inits: [{}], apps: [PROBES] });
    expect(pod.metadata).toEqual({ name: 'web-copy', namespace: 'shop', annotations: { note: 'x' } });
    expect(pod.spec.initContainers).toEqual([aContainer({ name: 'init' })]);
    expect(pod.spec.containers[0]).toEqual(aContainer(PROBES));
    expect(pod.spec.shareProcessNamespace).toBeUndefined();
  });

  it.each([
    { label: 'nothing said', pod: undefined, flag: undefined, expected: true },
    { label: 'the pod against it', pod: false, flag: undefined, expected: false },
    { label: 'the flag against it', pod: undefined, flag: false, expected: false },
    { label: 'the flag against the pod', pod: true, flag: false, expected: false },
    { label: 'the flag for it', pod: false, flag: true, expected: true },
  ])('shares processes: $expected, with $label', ({ pod, flag, expected }) => {
    const options = flag === undefined ? {} : { shareProcesses: flag };
    const spec = pod === undefined ? {} : { shareProcessNamespace: pod };
    expect(plan(options, { spec }).pod.spec.shareProcessNamespace).toBe(expected);
  });

  it('does not share processes beside the node PID namespace', () => {
    expect(() => plan({}, { spec: { hostPID: true } })).toThrow(
      expect.objectContaining({ kind: 'invalid', hint: 'use --share-processes=false' }),
    );
    const { spec } = plan({ shareProcesses: false }, { spec: { hostPID: true } }).pod;
    expect(spec).toMatchObject({ hostPID: true, shareProcessNamespace: false });
  });

  describe('changing an existing container', () => {
    const app = {
      command: ['/app'],
      args: ['-v'],
      env: [{ name: 'A', value: '1' }],
      stdin: true,
      stdinOnce: true,
      tty: true,
    };

    it('replaces command and environment, clears args, and overwrites stdin and tty', () => {
      const copy = plan({ ...EDITED, env: [{ name: 'B', value: '2' }] }, { apps: [app] });
      expect(copy.containerName).toBe('app');
      expect(copy.kubectlNotes).toEqual([]);
      expect(containerOf(copy, 'app')).toEqual(
        aContainer({
          command: ['sh'],
          env: [{ name: 'B', value: '2' }],
          stdinOnce: true,
          securityContext: { capabilities: { add: ['SYS_PTRACE'] } },
        }),
      );
    });

    it('leaves the command and the environment when neither is given', () => {
      const copy = plan(
        { containerName: 'app', imagePullPolicy: 'Never', stdin: true, tty: true },
        { apps: [app] },
      );
      expect(containerOf(copy, 'app')).toEqual(
        aContainer({
          ...app,
          image: 'busybox',
          imagePullPolicy: 'Never',
          securityContext: { capabilities: { add: ['SYS_PTRACE'] } },
        }),
      );
    });

    it('sets args beside the command with --arguments-only', () => {
      const copy = plan({ ...EDITED, argumentsOnly: true }, { apps: [app] });
      expect(containerOf(copy, 'app')).toMatchObject({ command: ['/app'], args: ['sh'] });
    });

    it('changes an init container in its place', () => {
      const copy = plan({ ...EDITED, containerName: 'init' }, { inits: [{}] });
      expect(copy.containerName).toBe('init');
      expect(copy.pod.spec.initContainers?.[0]).toMatchObject({ name: 'init', command: ['sh'] });
      expect(copy.pod.spec.containers).toEqual([aContainer()]);
    });

    it('has nothing to attach to when the init container is dropped', () => {
      const keep = { ...KEEP_DEFAULTS, initContainers: false };
      const copy = plan({ ...EDITED, containerName: 'init', keep }, { inits: [{}] });
      expect(copy.containerName).toBeUndefined();
      expect(copy.pod.spec.initContainers).toBeUndefined();
    });

    it('lets a custom container bring its own probe', () => {
      const copy = plan({ ...EDITED, custom: { livenessProbe: { grpc: { port: 4 } } } }, { apps: [PROBES] });
      expect(containerOf(copy, 'app')?.livenessProbe).toEqual({ grpc: { port: 4 } });
    });

    it('refuses a custom container over an init container', () => {
      expect(() => plan({ ...EDITED, containerName: 'init', custom: {} }, { inits: [{}] })).toThrow(
        expect.objectContaining({
          kind: 'usage',
          message: '--custom cannot change the init container "init"',
        }),
      );
    });

    it('refuses a container that the pod does not have, when there is no image for a new one', () => {
      expect(() => plan({ ...EDITED, containerName: 'nope' })).toThrow(
        expect.objectContaining({ kind: 'container-not-found' }),
      );
    });

    it('takes the name of an ephemeral container, which the copy lacks, for a new one', () => {
      const copy = plan({ containerName: 'old' }, { ephemerals: [anEphemeralContainer({ name: 'old' })] });
      expect(copy.pod.spec.containers.map(({ name }) => name)).toEqual(['app', 'old']);
    });
  });

  describe('setting images', () => {
    it('changes regular containers by name, the others by *, and ignores names that do not exist', () => {
      const setImages = new Map([
        ['*', 'any:1'],
        ['app', 'app:2'],
        ['init', 'init:2'],
        ['nope', 'nope:1'],
      ]);
      const { pod } = plan({ image: undefined, setImages }, { apps: [{}, {}], inits: [{}] });
      expect([...pod.spec.containers, ...(pod.spec.initContainers ?? [])].map(({ image }) => image)).toEqual([
        'app:2',
        'any:1',
        'registry.example/app:1',
      ]);
    });

    it('alone changes nothing else, and leaves nothing to attach to', () => {
      const metadata = { labels: { app: 'web' }, annotations: { note: 'x' } };
      const copy = plan(SET_IMAGE, { metadata, apps: [PROBES] });
      expect(copy.pod.metadata).toEqual({ name: 'web-copy', namespace: 'shop', ...metadata });
      expect(copy.pod.spec).toEqual({
        containers: [aContainer({ ...PROBES, image: 'app:2' })],
        restartPolicy: 'Always',
      });
      expect(copy).toMatchObject({ containerName: undefined, kubectlNotes: [], notes: [], warnings: [] });
    });

    it('goes before the image of the container that is changed', () => {
      const copy = plan({ ...SET_IMAGE, image: 'busybox', containerName: 'app' });
      expect(containerOf(copy, 'app')?.image).toBe('busybox');
    });

    it('says which flags it ignores', () => {
      const copy = plan({ ...SET_IMAGE, containerName: 'nope', stdin: true, profile: 'sysadmin' });
      expect(copy.warnings).toEqual([
        '--set-image only changes images here: --container, --stdin, --profile ignored, as no container is added or changed',
      ]);
    });
  });

  it('warns that a non-root pod wastes capabilities', () => {
    const spec = { securityContext: { runAsUser: 1000 } };
    expect(plan({ profile: 'general' }, { spec }).warnings).toHaveLength(1);
    expect(plan({ profile: 'baseline' }, { spec }).warnings).toEqual([]);
    expect(plan({ custom: { securityContext: { runAsUser: 0 } } }, { spec }).warnings).toEqual([]);
  });
});
