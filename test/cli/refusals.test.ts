import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RefusalName } from '../../src/errors/refusals/refusals.ts';
import type { HookAnswer, HookRequest } from '../../playground/hook.ts';
import type { ContainerBehaviour, PodBehaviour } from '../../playground/pod-behaviour.ts';
import type { PlaygroundPod } from '../../playground/playground.ts';
import type { PodStatus } from '../../src/pod/types.ts';
import { aContainerStatus, aPod, terminated, waiting, type PodOptions } from '../builders/a-pod.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { refusalLines } from '../samples/refusal-lines.ts';
import { finish } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';
import { aFaultyCluster } from '../faults/a-faulty-cluster.ts';

/** How a refusal is brought about in the playground; its pod has the name of its row. */
interface Case {
  readonly behaviour?: PodBehaviour;
  /** A pod that stays as it is, in place of a behaviour. */
  readonly still?: PodOptions;
  readonly pod?: Partial<PlaygroundPod>;
  /** What the API server answers to the request that matters. */
  readonly answer?: { readonly to: 'read' | 'change' | 'attach'; readonly code: number } & StatusText;
  /** The node that the API server answers with, of the name of the row. */
  readonly node?: object;
  /** The status that the kubelet reports once the debug container was added. */
  readonly report?: PodStatus;
  readonly flags?: readonly string[];
  /** In place of the pod. */
  readonly target?: string;
  readonly exitCode?: number;
  /** What a command prints that runs all the same. */
  readonly prints?: string;
  readonly isViewer?: boolean;
  /** Whether `capture` is called, which names its container itself. */
  readonly isCapture?: boolean;
  /** What of the cluster's own words is shown. */
  readonly says?: string;
}

interface StatusText {
  readonly message: string;
  readonly kind?: string;
}

const forbidden = (message: string, to: 'change' | 'attach' = 'change'): Pick<Case, 'answer'> => ({
  answer: { to, code: 403, message: `pods "web" is forbidden: ${message}`, kind: 'pods' },
});
const webhook = (said: string): Pick<Case, 'answer' | 'says'> => ({
  answer: {
    to: 'change',
    code: 403,
    message: `admission webhook "policy.example.org" denied the request: ${said}`,
  },
  says: 'admission webhook "policy.example.org" refuses it',
});
const policy = (said: string): Pick<Case, 'answer' | 'says'> => ({
  ...forbidden(`ValidatingAdmissionPolicy 'debugging' with binding 'shop' denied request: ${said}`),
  says: "ValidatingAdmissionPolicy 'debugging' (binding 'shop') refuses it",
});
const level = (name: string, check: string): Pick<Case, 'answer'> =>
  forbidden(`violates PodSecurity "${name}:latest": ${check}`);
const debugContainer = (behaviour: ContainerBehaviour): Pick<Case, 'behaviour'> => ({
  behaviour: { kind: 'run', containers: { '*': behaviour } },
});
const DENIES_PULLS: PodBehaviour = { kind: 'run', containers: { dbg: { pullError: '401 Unauthorized' } } };
const fails = (message: string, reason = 'RunContainerError'): Case => ({
  ...debugContainer({ waiting: { reason, message } }),
  says: message,
});
const PRIVILEGED = 'privileged (container "dbg" must not set securityContext.privileged=true)';
const OWN_USER = { still: { apps: [{ name: 'app', securityContext: { runAsUser: 1000 } }] } };
/** A namespace in which nothing is refused. */
const ELSEWHERE = 'kube-public';
const SESSION = ['-i', '--', 'cat'];
/** For what only the object of `kubectl debug` does, or a container that no kubelet runs. */
const PLAIN = '--envelope=false';
/** What the script of --rootfs leaves behind. */
const leaves = (message: string): Case => ({
  still: {},
  flags: ['--target=app', '--rootfs', PLAIN],
  report: {
    containerStatuses: [aContainerStatus('app')],
    ephemeralContainerStatuses: [aContainerStatus('dbg', { state: terminated(126, { message }) })],
  },
});

const DENIED = 'ls: /proc/1/root: Permission denied';
const denies = (profile: string): Case => ({
  flags: [`--profile=${profile}`, '--target=app', '--', 'sh', '-c', `echo "${DENIED}"; exit 3`],
  prints: `${DENIED}\n`,
  exitCode: 3,
});

/** What the exec answers that looks at the target once a session runs. */
const SEEN_IN_SESSION = {
  'target-ignored': '/var/lib/kubelet/pods/1/containers/dbg/2\n',
  'files-closed': 'kubectl-debug closed 1 7:8 0:0\n',
  'files-guarded': 'kubectl-debug closed 1 0:0 0:0\n',
} as const satisfies Partial<Record<RefusalName, string>>;

/** A row without a case does not compile. */
const CASES: Readonly<Record<Exclude<RefusalName, keyof typeof SEEN_IN_SESSION>, Case>> = {
  'user-unknown': { answer: { to: 'read', code: 401, message: 'Unauthorized' } },
  'right-missing': { isViewer: true, says: '"pods/ephemeralcontainers"' },
  'right-of-no-job': forbidden('User "dev" cannot frob resource "pods" in API group "" in the namespace "x"'),
  'right-unnamed': { ...forbidden('no such luck'), says: 'no such luck' },
  'upgrade-right-missing': {
    ...forbidden('User "dev" cannot get resource "pods/attach"', 'attach'),
    flags: SESSION,
  },
  'upgrade-create-missing': { ...forbidden('', 'attach'), flags: SESSION },
  'ephemeral-containers-unknown': {
    answer: { to: 'change', code: 404, message: 'the server could not find the requested resource' },
  },
  'pod-full': {
    answer: { to: 'change', code: 413, message: 'Request entity too large: limit is 3145728' },
  },
  'level-refuses-profile': { ...level('baseline', PRIVILEGED), flags: ['--profile=sysadmin'] },
  'level-refuses-root': { ...level('restricted', PRIVILEGED), flags: ['--profile=sysadmin'] },
  'level-refuses-flags': { ...level('baseline', PRIVILEGED), flags: ['--profile=baseline'] },
  'pod-breaks-level': level('baseline', 'privileged (container "app" must not set privileged)'),
  'earlier-breaks-level': {
    ...level(
      'restricted',
      'runAsNonRoot != true (container "old" must set securityContext.runAsNonRoot=true)',
    ),
    still: { ephemerals: [{ name: 'old' }] },
    says: 'debug container "old"',
  },
  'level-refuses-node-pod': {
    ...level('baseline', 'host namespaces (hostNetwork=true)'),
    target: 'node/playground',
  },
  'level-refuses-capture': {
    ...level(
      'restricted',
      'runAsNonRoot != true (container "dbg" must set securityContext.runAsNonRoot=true)',
    ),
    isCapture: true,
    exitCode: 1,
  },
  'policy-broken': policy('failed to configure binding: no params found for policy binding'),
  'policy-names-images': policy('image "x" is not allowed; allowed images: r.example/*, busybox:1.37'),
  'policy-on-reason': policy('a debug container needs a ticket such as INC-7'),
  'policy-on-hours': policy("only from 8 to 18 o'clock"),
  'policy-on-people': policy('user "jane" is not allowed; allowed groups: sre'),
  'policy-on-resources': webhook('container without resource limits'),
  'policy-on-root-files': webhook('only read-only root filesystem container is allowed: dbg'),
  'policy-on-image': webhook('image signature keyless validation failed'),
  'policy-on-rights': webhook("validation error: Privileged mode is disallowed. Fields 'privileged'"),
  'policy-on-debugging': webhook('no ephemeral containers here'),
  'policy-otherwise': webhook('the moon is full'),
  'webhook-down': {
    answer: {
      to: 'change',
      code: 500,
      message: 'Internal error occurred: failed calling webhook "x.example.org": connection refused',
    },
    says: 'failed calling webhook "x.example.org"',
  },
  'pod-terminating': { still: {}, pod: { deletionTimestamp: '2025-03-01T12:00:00Z' } },
  'pod-finished': { still: { phase: 'Succeeded', apps: [{ state: terminated(0) }] } },
  'pod-static': { still: {}, pod: { annotations: { 'kubernetes.io/config.mirror': 'abc' } } },
  'node-silent': {
    target: 'node/node-silent',
    node: {
      metadata: { name: 'node-silent' },
      status: {
        conditions: [{ type: 'Ready', status: 'Unknown', lastTransitionTime: '2025-03-01T12:00:00Z' }],
      },
    },
    says: 'node node-silent: it is NotReady: its kubelet has not reported for ',
  },
  'node-pod-unprivileged': {
    target: 'node/playground',
    flags: ['-n', ELSEWHERE, '--', 'sh', '-c', 'echo "dmesg: klogctl: Operation not permitted" >&2; exit 1'],
    exitCode: 1,
  },
  'pod-unscheduled': { still: { isScheduled: false }, pod: { isUnschedulable: true } },
  'target-not-running': {
    still: { apps: [{ state: waiting('CrashLoopBackOff') }] },
    flags: ['--target=app'],
  },
  'windows-pod': { still: { spec: { os: { name: 'windows' } } }, flags: ['--profile=general'] },
  'root-forbidden': {
    still: { spec: { securityContext: { runAsNonRoot: true } } },
    flags: ['--run-as-user=0'],
  },
  'target-ended': {
    still: {},
    flags: ['--target=app', PLAIN],
    report: {
      containerStatuses: [aContainerStatus('app', { restartCount: 1, lastState: terminated(3) })],
      ephemeralContainerStatuses: [aContainerStatus('dbg', { state: terminated(137) })],
    },
    exitCode: 137,
  },
  'image-platform': debugContainer({ pullError: 'no match for platform in manifest' }),
  'image-denied': debugContainer({ pullError: 'pull access denied, repository does not exist' }),
  'image-denied-to-secrets': {
    ...debugContainer({ pullError: '401 Unauthorized' }),
    pod: {
      spec: {
        containers: [{ name: 'app', image: 'example/app:1', command: ['sleep', '1000000'] }],
        imagePullSecrets: [{ name: 'shop-registry' }],
      },
    },
    says: '(shop-registry does not exist)',
  },
  'image-denied-to-new-pod': {
    // The copy keeps the annotation, and so the behaviour.
    still: {},
    pod: {
      namespace: ELSEWHERE,
      annotations: { 'playground/behaviour': JSON.stringify(DENIES_PULLS) },
    },
    flags: ['-n', ELSEWHERE, '--copy-to=denied', '--keep-annotations'],
    says: '(none)',
  },
  'image-unreachable': debugContainer({ pullError: 'dial tcp: lookup registry.example: no such host' }),
  'image-not-found': debugContainer({ pullError: 'registry.example/tools:1: not found' }),
  'image-invalid': { ...fails('', 'InvalidImageName') },
  'image-never-pulled': { ...fails('', 'ErrImageNeverPull') },
  'program-platform': fails('exec /bin/sh: exec format error'),
  'command-not-found': { flags: [PLAIN, '--', '/no/such/program'], says: '/no/such/program', exitCode: 127 },
  'command-not-executable': { flags: [PLAIN, '--', '/etc/passwd'], says: '/etc/passwd', exitCode: 126 },
  'image-runs-as-root': fails(
    'container has runAsNonRoot and image will run as root',
    'CreateContainerConfigError',
  ),
  'target-stopped': fails('invalid target container: container "app" is not running'),
  'start-otherwise': fails('no space left on device'),
  'not-picked-up': { behaviour: { kind: 'run', ignoresEphemeralContainers: true }, flags: ['--timeout=1s'] },
  'start-too-slow': { ...debugContainer({ pullMs: 600_000 }), flags: ['--timeout=1s'] },
  'rootfs-ignored': leaves('kubectl-debug rootfs ignored 0\n'),
  'rootfs-no-process': leaves('kubectl-debug rootfs no-process 0\n'),
  'rootfs-closed': { ...OWN_USER, flags: ['--target=app', '--rootfs', '--run-as-user=7'] },
  'rootfs-not-root': { ...OWN_USER, flags: ['--target=app', '--rootfs', '--run-as-user=1000', '--', 'ls'] },
  'files-denied-to-user': denies('general'),
  'files-denied': denies('baseline'),
};

/** Requests about a node, and about a pod on one. */
function answerOfNode({ path }: HookRequest): HookAnswer | undefined {
  const node = Object.entries(CASES).find(([row]) => path.endsWith(`/nodes/${row}`))?.[1].node;
  if (node !== undefined) return { status: 200, body: node };
  return path.includes(`/${ELSEWHERE}/`) ? {} : undefined;
}

/** Each request, by the pod that it is about, whose case has an answer to it. */
function answerOf({ method, path }: HookRequest): HookAnswer | undefined {
  const [, pod = 'level-refuses-node-pod', subresource = 'read'] =
    /\/pods(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
  const answer = Object.entries(CASES).find(([row]) => row === pod)?.[1].answer;
  if (answer?.to !== (method === 'GET' ? subresource : 'change')) return undefined;
  const { code, message, kind } = answer;
  const details = kind === undefined ? {} : { kind, name: 'web' };
  return { status: code, body: { kind: 'Status', status: 'Failure', code, message, details } };
}

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground((request) => answerOfNode(request) ?? answerOf(request));
});
afterAll(() => cluster.close());

async function makePod(name: string, { behaviour, still, pod = {} }: Case): Promise<void> {
  if (still === undefined) {
    await cluster.makePod(behaviour, { name, ...pod });
    return;
  }
  const { spec, status = {} } = aPod({ ...still, name });
  cluster.playground.createPod({ name, spec, behaviour: { kind: 'scripted', status }, ...pod });
}

/** A command of one word, unless the case has its own. */
function commandLine(name: string, { target, isCapture, flags = [] }: Case): readonly string[] {
  if (isCapture === true) return ['capture', name, '--image=tools', '-q'];
  const before = [target ?? name, '--image=busybox', '-q', ...(target === undefined ? ['-c', 'dbg'] : [])];
  return [...before, ...flags, ...(flags.includes('--') ? [] : ['--', 'true'])];
}

describe('every row of the table of refusals says the word, why, and what to type next', () => {
  it.each(Object.entries(CASES))('%s', async (name, row) => {
    await makePod(name, row);
    const { report, isViewer = false } = row;
    const kubeconfig = cluster.kubeconfigs[isViewer ? 'viewer' : 'admin'];
    const command = cluster.start(commandLine(name, row), { kubeconfig });
    if (report !== undefined) {
      await until(
        () => cluster.readPod(name).spec.ephemeralContainers !== undefined,
        () => 'a debug container',
      );
      cluster.playground.setStatus(
        { namespace: 'default', name },
        { ...cluster.readPod(name).status, ...report },
      );
    }
    const { stdout, stderr, exitCode } = await finish(command);
    expect({ stdout, exitCode }).toEqual({ stdout: row.prints ?? '', exitCode: row.exitCode ?? 125 });
    expect(stderr).toMatch(refusalLines(name as RefusalName));
    expect(stderr).toContain(row.says ?? '');
    expect(stderr).not.toMatch(/\{\w+\}|undefined/);
  });

  it.each(Object.entries(SEEN_IN_SESSION))('%s', async (name, seen) => {
    const faulty = await aFaultyCluster();
    const argv = ['-it', 'web-1', '--image=busybox', '--target=app', '-c', 'dbg'];
    const command = faulty.start(argv, { isTerminal: true, env: { NO_COLOR: '1' } });
    await until(
      () => faulty.container.clients() === 2,
      () => 'an attach and an exec',
    );
    faulty.container.print(seen);
    faulty.container.endStreams();
    await command.untilStderr(']\nhint: ');
    faulty.container.exit(0);
    await command.ended;
    expect(command.stderrText()).toMatch(refusalLines(name as RefusalName));
  });
});
