import { expect, it } from 'vitest';
import { judgeFirstProcess, readLinks, readTargetView } from './see-target.ts';

const TARGET = 'a'.repeat(64);
const OWN = 'b'.repeat(64);
const marks = { targetId: TARGET, ownId: OWN, ownName: 'dbg' };
const mountOf = (name: string) =>
  `620 601 254:1 /var/lib/kubelet/pods/5f0c/containers/${name}/1a2b /dev/termination-log rw - ext4 /dev/vda1 rw\n`;

it.each([
  { label: 'cgroup v1, the target', text: `4:memory:/kubepods/pod1/${TARGET}\n`, seen: 'target' },
  { label: 'cgroup v1, ourselves', text: `4:memory:/kubepods/pod1/${OWN}\n`, seen: 'own' },
  {
    label: 'cgroup v2, the target',
    text: `0::/../cri-containerd-${TARGET}.scope\n${mountOf('app')}`,
    seen: 'target',
  },
  { label: 'cgroup v2, ourselves', text: `0::/\n${mountOf('dbg')}`, seen: 'own' },
  { label: 'a runtime that hides both', text: '0::/\n', seen: 'unknown' },
  { label: 'an image without cat', text: '', seen: 'unknown' },
])('reads whose process 1 is seen: $label', ({ text, seen }) => {
  expect(judgeFirstProcess(text, marks)).toBe(seen);
});

it('reads from the mounts that process 1 is its own before its id is known', () => {
  const early = { ...marks, ownId: undefined };
  expect(judgeFirstProcess(mountOf('dbg'), early)).toBe('own');
  expect(judgeFirstProcess(mountOf('app'), early)).toBe('unknown');
});

it.each([
  {
    label: 'says so',
    text: `4:memory:/kubepods/pod1/${TARGET}\nkubectl-debug closed 7 65532:65532 1001:0\n`,
    closed: { process: '7', theirs: '65532:65532', ours: '1001:0' },
  },
  { label: 'says nothing', text: `4:memory:/kubepods/pod1/${TARGET}\n`, closed: undefined },
  { label: 'could not read whose it is', text: 'kubectl-debug closed 7 : 1001:0\n', closed: undefined },
])('reads that the files of the target are closed where the script $label', ({ text, closed }) => {
  expect(readTargetView(text, marks).closed).toEqual(closed);
});

it.each([
  { text: 'kubectl-debug linked /c/app, /c/two\n0::/\n', links: '/c/app, /c/two' },
  { text: '0::/\n', links: undefined },
  { text: 'kubectl-debug linked \u001b[2J\n', links: undefined },
])('reads which links were made of $text', ({ text, links }) => {
  expect(readLinks(text)).toBe(links);
});
