import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod, terminated, type PodOptions } from '../../../test/builders/a-pod.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { sayAboutEnds, sayAboutProbes } from './say-about-target.ts';

const PROBED = { name: 'app', livenessProbe: { exec: { command: ['true'] } } };
const TRACER = {
  name: 'dbg',
  stdin: true,
  targetContainerName: 'app',
  securityContext: { capabilities: { add: ['SYS_PTRACE'] } },
};

describe('sayAboutProbes', () => {
  it.each<{ label: string; pod: PodOptions; says: boolean }>([
    { label: 'a target with a liveness probe', pod: { apps: [PROBED], ephemerals: [TRACER] }, says: true },
    { label: 'a target without one', pod: { ephemerals: [TRACER] }, says: false },
    {
      label: 'no right to trace',
      pod: { apps: [PROBED], ephemerals: [{ ...TRACER, securityContext: {} }] },
      says: false,
    },
    {
      label: 'no session',
      pod: { apps: [PROBED], ephemerals: [{ ...TRACER, stdin: false }] },
      says: false,
    },
    {
      label: 'another target',
      pod: { apps: [PROBED, { name: 'other' }], ephemerals: [{ ...TRACER, targetContainerName: 'other' }] },
      says: false,
    },
    {
      label: 'a shared PID namespace',
      pod: {
        apps: [PROBED],
        ephemerals: [{ ...TRACER, targetContainerName: 'other' }],
        spec: { shareProcessNamespace: true },
      },
      says: true,
    },
  ])('warns of $label: $says', ({ pod: options, says }) => {
    const { io, stderrText } = anIo();
    const pod = aPod(options);
    const [container] = pod.spec.ephemeralContainers ?? [];
    sayAboutProbes(pod, { name: 'dbg', ...container }, makeNotes(io, { quiet: false }));
    expect(stderrText().includes('container "app" has a liveness probe')).toBe(says);
  });
});

describe('sayAboutEnds', () => {
  const before = aPod({ ephemerals: [{ name: 'dbg', targetContainerName: 'app' }] });
  const now = aPod({
    apps: [{ restartCount: 1, lastState: terminated(3) }],
    ephemerals: [{ name: 'dbg', targetContainerName: 'app', state: terminated(137) }],
  });

  it.each([
    {
      label: 'that took the session with it',
      exitCode: 137,
      text:
        'Warning: target container "app" ended and was restarted (exit code 3), and "dbg" was killed with it [target-ended]\n' +
        "hint: to outlive the target, debug without one: kubectl-debug web-1 -n shop --target=''; or debug a copy: kubectl-debug web-1 -n shop --copy-to=web-1-debug --rm\n",
    },
    {
      label: 'during a session that ended by itself',
      exitCode: 0,
      text: 'container "app" ended and was restarted (exit code 3) during the session\n',
    },
  ])('tells of an end of the target $label', ({ exitCode, text }) => {
    const { io, stderrText } = anIo();
    const outcome = { kind: 'exited', exitCode, reason: '', message: '' } as const;
    sayAboutEnds({ before, now, container: { name: 'dbg' }, outcome }, makeNotes(io, { quiet: false }));
    expect(stderrText()).toBe(text);
  });

  it('says nothing where nothing ended', () => {
    const { io, stderrText } = anIo();
    const outcome = { kind: 'exited', exitCode: 137, reason: '', message: '' } as const;
    sayAboutEnds(
      { before, now: before, container: { name: 'dbg' }, outcome },
      makeNotes(io, { quiet: false }),
    );
    expect(stderrText()).toBe('');
  });
});
