import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import type { ContainerFields, SecurityContext } from '../../pod/types.ts';
import { rootfsWarnings } from './rootfs-warnings.ts';

const DEBIAN = 'debian:12';
const TRACE: SecurityContext = { runAsUser: 0, capabilities: { add: ['SYS_PTRACE'] } };

const warn = (
  theirs: SecurityContext | undefined,
  ours: SecurityContext | undefined,
  { image = DEBIAN, isOpened = true } = {},
): readonly string[] => {
  const pod = aPod({ apps: [{ name: 'app', ...(theirs && { securityContext: theirs }) }] });
  const container: ContainerFields = { name: 'dbg', ...(ours && { securityContext: ours }) };
  return rootfsWarnings(pod, container, { target: 'app', image, ...(isOpened && { rootfs: 'quiet' }) });
};

it.each([
  { label: 'a capability', theirs: { runAsUser: 0 }, ours: TRACE, more: 'SYS_PTRACE' },
  { label: 'root', theirs: { runAsUser: 7 }, ours: { runAsUser: 0 }, more: 'root' },
  { label: 'root of an image', theirs: { runAsUser: 7 }, ours: undefined, more: 'root' },
  {
    label: 'everything',
    theirs: { runAsUser: 0 },
    ours: { privileged: true },
    more: 'all of a privileged container',
  },
])('warns where the target would get $label', ({ theirs, ours, more }) => {
  const [warning = '', ...others] = warn(theirs, ours);
  expect(others).toEqual([]);
  expect(warning).toContain(`with more rights than it has (${more});`);
  expect(warning).toContain('image "debian:12"');
});

it.each([
  { label: 'the rights are the same', said: warn(TRACE, TRACE) },
  { label: 'the target has all', said: warn({ privileged: true }, { privileged: true }) },
  { label: 'the user is that of the target', said: warn({ runAsUser: 7 }, { runAsUser: 7 }) },
  {
    label: 'the programs are static',
    said: warn({ runAsUser: 7 }, TRACE, { image: 'docker.io/library/busybox:1.36-musl' }),
  },
  {
    label: 'the user is not root, to whom a capability gives nothing',
    said: warn({ runAsUser: 7 }, { runAsUser: 7, capabilities: { add: ['SYS_PTRACE'] } }),
  },
  { label: 'the root is not opened', said: warn({ runAsUser: 7 }, TRACE, { isOpened: false }) },
])('says nothing where $label', ({ said }) => {
  expect(said).toEqual([]);
});
