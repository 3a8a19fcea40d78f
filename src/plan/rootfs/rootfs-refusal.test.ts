import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import type { DebugRequest } from '../request/debug-request.ts';
import { readRootfsRefusal, refuseClosedRootfs } from './rootfs-refusal.ts';

const dbg = { name: 'dbg', targetContainerName: 'app' };
const pod = aPod({
  apps: [{ name: 'app', securityContext: { runAsUser: 1000 } }],
  ephemerals: [{ name: 'dbg', targetContainerName: 'app' }],
});
const asking = aDebugRequest({ rootfs: 'said', target: 'app', command: ['ls'] });
const as = (runAsUser: number, add: readonly string[] = []) => ({
  ...dbg,
  securityContext: { runAsUser, capabilities: { add } },
});
const PTRACE = ['SYS_PTRACE'];

describe('readRootfsRefusal', () => {
  it.each([
    {
      message: 'kubectl-debug rootfs closed 7\n',
      why: 'user 7 may not read its files',
      hint: /--run-as-user=target/,
    },
    {
      message: 'kubectl-debug rootfs ignored 0\n',
      why: 'the container runtime ignored --target',
      hint: /kubectl-debug node\//,
    },
    {
      message: 'kubectl-debug rootfs no-process 0',
      why: 'none of its processes is visible',
      hint: /kubectl-debug pods web-1/,
    },
    {
      message: 'kubectl-debug rootfs not-root 7',
      why: 'only user 0 may run a command',
      hint: /--run-as-user=0/,
    },
  ])('explains "$message"', ({ message, why, hint }) => {
    const error = readRootfsRefusal(pod, { name: 'dbg', message });
    expect(error).toMatchObject({ kind: 'rootfs-refused', hint: expect.stringMatching(hint) as string });
    expect(error?.message).toContain(`cannot open the root of container "app" in shop/web-1: ${why}`);
  });

  it.each(['', 'closed 7', 'kubectl-debug rootfs', 'kubectl-debug rootfs toString 1', 'done\n'])(
    'takes %j for the words of the program',
    (message) => {
      expect(readRootfsRefusal(pod, { name: 'dbg', message })).toBeUndefined();
    },
  );
});

describe('refuseClosedRootfs', () => {
  const refuse = (container: ReturnType<typeof as>, request: DebugRequest) => () =>
    refuseClosedRootfs(pod, container, request);

  it.each([
    { label: 'another user', container: as(7), why: /user 7 may not read its files/ },
    { label: 'root without SYS_PTRACE', container: as(0), why: /user 0 may not read its files/ },
    { label: 'a command of the target’s own user', container: as(1000), why: /only user 0/ },
  ])('refuses $label before anything is created', ({ container, why }) => {
    expect(refuse(container, asking)).toThrow(why);
  });

  it.each([
    { label: 'root with SYS_PTRACE', container: as(0, PTRACE), request: asking },
    { label: 'a shell of the target’s own user', container: as(1000), request: { ...asking, command: [] } },
    { label: 'a call without --rootfs', container: as(7), request: aDebugRequest({ target: 'app' }) },
  ])('lets $label try', ({ container, request }) => {
    expect(refuse(container, request)).not.toThrow();
  });
});
