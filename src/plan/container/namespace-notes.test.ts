import { expect, it } from 'vitest';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { planEphemeralContainer } from './ephemeral-container.ts';

it.each([
  { tty: true, shareProcessNamespace: true, isSaid: true },
  { tty: false, shareProcessNamespace: true, isSaid: false },
  { tty: true, shareProcessNamespace: false, isSaid: false },
])(
  'says what process 1 is: $isSaid with a terminal $tty in a shared namespace $shareProcessNamespace',
  (row) => {
    const { shareProcessNamespace, tty, isSaid } = row;
    const pod = aPod({ spec: { shareProcessNamespace } });
    const { notes } = planEphemeralContainer(pod, aDebugRequest({ stdin: true, tty }), () => 0);
    expect(notes.some((note) => note.includes('pause process'))).toBe(isSaid);
  },
);

it.each([
  { command: ['nsenter', '-t', '1', '-m'], profile: 'general', isSaid: true },
  { command: ['/usr/bin/nsenter'], profile: 'baseline', isSaid: true },
  { command: ['nsenter'], profile: 'sysadmin', isSaid: false },
  { command: ['ls', 'nsenter'], profile: 'general', isSaid: false },
] as const)('says which profile $command needs: $isSaid with $profile', ({ command, profile, isSaid }) => {
  const { notes } = planEphemeralContainer(aPod(), aDebugRequest({ command, profile }), () => 0);
  expect(notes.some((note) => note.includes('--profile=sysadmin'))).toBe(isSaid);
});
