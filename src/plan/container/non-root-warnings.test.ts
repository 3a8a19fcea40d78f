import { expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { nonRootWarnings } from './non-root-warnings.ts';

it.each([
  { podUser: 1000, context: { capabilities: { add: ['SYS_PTRACE'] } }, isSaid: true },
  { podUser: 1000, context: { privileged: true }, isSaid: true },
  { podUser: 1000, context: { privileged: true, runAsUser: 0 }, isSaid: false },
  { podUser: 1000, context: { capabilities: { drop: ['ALL'] } }, isSaid: false },
  { podUser: 1000, context: undefined, isSaid: false },
  { podUser: 0, context: { privileged: true }, isSaid: false },
  { podUser: undefined, context: { privileged: true }, isSaid: false },
])('warns: $isSaid for user $podUser and $context', ({ podUser, context, isSaid }) => {
  const pod = aPod({ spec: { securityContext: { ...(podUser !== undefined && { runAsUser: podUser }) } } });
  const container = { name: 'dbg', ...(context && { securityContext: context }) };
  expect(nonRootWarnings(pod, container)).toHaveLength(isSaid ? 1 : 0);
});
