import type { Refusal } from './refusal.ts';

/** What the pod itself shows before anything is created, and what ends a session. */
export const OF_PODS = {
  'pod-terminating': {
    when: 'the pod is being deleted',
    kind: 'pod-terminating',
    why: 'it is being deleted',
    next: 'choose another pod: kubectl-debug pods -n {namespace}',
  },
  'pod-finished': {
    when: 'the pod has finished',
    kind: 'pod-finished',
    why: 'it has finished ({phase}), so nothing can start in it any more',
    next: 'to see its log: kubectl logs {pod} -n {namespace} --all-containers; to debug a copy of it: kubectl-debug {pod} -n {namespace} --copy-to={pod}-debug --rm{image}',
  },
  'pod-static': {
    when: 'the pod is a static pod',
    kind: 'pod-static',
    why: 'it is a static pod: the node reads it from a file, and it takes no debug containers',
    next: 'look at it from its node: kubectl-debug node/{node}{image}',
  },
  'node-silent': {
    when: 'the kubelet of the node no longer reports',
    kind: 'node-not-ready',
    why: 'it is NotReady: its kubelet has not reported{silence}, so nothing starts there',
    next: 'to see why: kubectl describe node {node}; to add a container that starts later: add --attach=false',
  },
  'node-pod-unprivileged': {
    when: 'a command in an unprivileged node pod was denied something (a warning after the command)',
    kind: 'not-privileged',
    why: 'the node pod is not privileged, so the node denies it nsenter, dmesg, mount and the like',
    next: 'to start a privileged one: add --profile=sysadmin',
  },
  'pod-unscheduled': {
    when: 'the pod has no node yet',
    kind: 'pod-unscheduled',
    why: 'it has no node yet{reason}',
    next: 'to see why: kubectl-debug pods {pod} -n {namespace} --explain; to add a container that starts later: add --attach=false',
  },
  'target-not-running': {
    when: 'the target is not running',
    kind: 'target-not-running',
    why: 'its container "{target}" is not running ({state})',
    next: "debug without a target: kubectl-debug {pod} -n {namespace} --target=''; or debug a copy of the pod: kubectl-debug {pod} -n {namespace} --copy-to={pod}-debug --rm{image}",
  },
  'windows-pod': {
    when: 'the pod runs Windows, and the profile needs Linux',
    kind: 'invalid',
    why: 'it is a Windows pod, which takes no securityContext.{field}',
    next: 'leave out --cap-add, --cap-drop and --run-as-user, and use --profile=baseline, which sets none of these fields: kubectl-debug {pod} -n {namespace} --profile=baseline{image}',
  },
  'root-forbidden': {
    when: 'the flags ask for root, and the pod forbids it',
    kind: 'run-as-root',
    why: 'the debug container would run as root, and runAsNonRoot forbids that',
    next: 'add --run-as-user=UID with a UID other than 0, or a --profile other than restricted',
  },
  'target-ended': {
    when: 'the target ended, and the session with it (a warning, with exit code 137)',
    kind: 'target-ended',
    why: 'target {end}, and "{container}" was killed with it',
    next: "to outlive the target, debug without one: kubectl-debug {pod} -n {namespace} --target=''; or debug a copy: kubectl-debug {pod} -n {namespace} --copy-to={pod}-debug --rm",
  },
  'target-ignored': {
    when: 'the container runtime ignored the target (a warning in the session)',
    kind: 'target-ignored',
    why: 'the container runtime ignored --target: process 1 belongs to "{container}" itself, and the processes of container "{target}" are not visible',
    next: 'to share them in a copy: kubectl-debug {pod} -n {namespace} --copy-to={pod}-debug --rm; or to look from the node: kubectl-debug node/{node}',
  },
} as const satisfies Record<string, Refusal>;
