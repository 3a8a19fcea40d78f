import { describe, expect, it } from 'vitest';
import { aPod, type PodOptions } from '../../../test/builders/a-pod.ts';
import type { SecurityContext } from '../../pod/types.ts';
import { explainClosedFiles, explainDenial, hearDenials } from './closed-files.ts';

const TRACER = { capabilities: { add: ['SYS_PTRACE'] } };
const podWith = (securityContext: SecurityContext, options: Partial<PodOptions> = {}) =>
  aPod({ ephemerals: [{ name: 'dbg', targetContainerName: 'app', securityContext }], ...options });

describe('hearDenials', () => {
  const hear = (...chunks: readonly string[]) => {
    const denials = hearDenials();
    for (const chunk of chunks) denials.hear('stderr', Buffer.from(chunk));
    return denials.wasHeard();
  };

  it.each([
    { chunks: ['ls: /proc/1/root/: Permission denied\n'], expected: true },
    { chunks: ["ls: cannot access '/proc/17/root/etc': Permission denied\n"], expected: true },
    { chunks: ['cat: /proc/1/env', 'iron: Permission denied\n', 'done\n'], expected: true },
    { chunks: ['cat: /etc/shadow: Permission denied\n'], expected: false },
    { chunks: ['/proc/1/root is there\n', 'cat: /x: Permission denied\n'], expected: false },
    { chunks: ['cat: /proc/1/environ: Permission den', 'ied\n'], expected: true },
    { chunks: ['cat: /x: Permission denied /proc/1/root\n'], expected: false },
    { chunks: ['cat: /proc/sys/kernel/x: Permission denied\n'], expected: false },
  ])('hears in $chunks whether a look into a process was denied: $expected', ({ chunks, expected }) => {
    expect(hear(...chunks)).toBe(expected);
  });
});

describe('explainDenial', () => {
  it.each([
    {
      label: 'whom root with SYS_PTRACE serves',
      pod: podWith(TRACER),
      hint: /--target=app --run-as-user=0$/,
    },
    {
      label: 'who may be no root',
      pod: podWith({ ...TRACER, runAsNonRoot: true }),
      hint: /^add --run-as-user=UID:GID; .+\/status'$/,
    },
    { label: 'without SYS_PTRACE', pod: podWith({}), hint: /^add --run-as-user=UID:GID;/ },
  ])('tells a debug container $label what opens the files', ({ pod, hint }) => {
    const said = explainDenial(pod, 'dbg');
    expect(said?.why).toMatch(/of container "app" are open only to its own user, and to root/);
    expect(said?.hint).toMatch(hint);
  });

  it('names the user of the target where it is known', () => {
    const pod = podWith(TRACER, { apps: [{ securityContext: { runAsUser: 7, runAsGroup: 8 } }] });
    expect(explainDenial(pod, 'dbg')?.why).toContain('its own user (7:8), and');
  });

  it.each([
    { label: 'there is no target', pod: aPod({ ephemerals: [{ name: 'dbg' }] }) },
    {
      label: 'it was said before',
      pod: podWith({}, { apps: [{ securityContext: { runAsUser: 7 } }] }),
    },
  ])('says nothing where $label', ({ pod }) => {
    expect(explainDenial(pod, 'dbg')).toBeUndefined();
  });
});

describe('explainClosedFiles', () => {
  const closed = { process: '12', theirs: '65532:65532', ours: '1001:1001' };

  it('names both users, the path, and the flag', () => {
    expect(explainClosedFiles(podWith(TRACER), 'dbg', closed)).toMatchObject({
      why: 'the files of container "app" (/proc/12/root) are denied: it runs as user 65532:65532, the debug container as 1001:1001',
      hint: expect.stringMatching(/--run-as-user=65532:65532$/) as string,
    });
  });

  it('names the capability where the users are the same', () => {
    const same = { ...closed, ours: closed.theirs };
    expect(explainClosedFiles(podWith({}), 'dbg', same)).toMatchObject({
      why: expect.stringContaining('capabilities') as string,
      hint: expect.stringMatching(/ --run-as-user=0 --cap-add=SYS_PTRACE$/) as string,
    });
  });
});
