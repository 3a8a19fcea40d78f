import { expect, it } from 'vitest';
import { aContainer, aPod } from '../../../test/builders/a-pod.ts';
import type { ContainerRole } from './container-role.ts';
import { planContainer } from './plan-container.ts';

it.each<{ role: ContainerRole; spec: object; command: readonly string[]; program: string }>([
  { role: 'app', spec: {}, command: ['/app', '--port', '8080'], program: 'demo-app' },
  { role: 'sidecar', spec: {}, command: ['/app', '--port', '8080'], program: 'demo-app' },
  {
    role: 'app',
    spec: { args: ['--port', '9000'] },
    command: ['/app', '--port', '9000'],
    program: 'demo-app',
  },
  { role: 'app', spec: { command: ['/app'], args: ['-v'] }, command: ['/app', '-v'], program: 'demo-app' },
  { role: 'app', spec: { command: ['sleep'], args: ['9'] }, command: ['sleep', '9'], program: 'system' },
  { role: 'app', spec: { stdin: true }, command: ['sh'], program: 'system' },
  { role: 'ephemeral', spec: {}, command: ['sh'], program: 'system' },
  {
    role: 'ephemeral',
    spec: { image: 'x/autodiagnose:1', args: ['ls'] },
    command: ['ls'],
    program: 'system',
  },
  { role: 'ephemeral', spec: { args: ['ls', '/'] }, command: ['ls', '/'], program: 'system' },
])('runs $command for $role with $spec', ({ role, spec, command, program }) => {
  const plan = planContainer(aPod(), { role, spec: aContainer(spec) });
  expect(plan).toMatchObject({ command, program });
});

it.each([
  { image: 'autodiagnose', isOwn: true },
  { image: 'registry.example:5000/team/autodiagnose:1@sha256:ab', isOwn: true },
  { image: 'autodiagnoses', isOwn: false },
])('runs the own program of $image: $isOwn', ({ image, isOwn }) => {
  const { command } = planContainer(aPod(), { role: 'ephemeral', spec: aContainer({ image }) });
  expect(command.length > 1).toBe(isOwn);
});

it('gives a container its environment, the name of its pod and a terminal’s TERM', () => {
  const spec = aContainer({ tty: true, env: [{ name: 'A', value: 'b' }, { name: 'EMPTY' }] });
  expect(planContainer(aPod(), { role: 'app', spec })).toMatchObject({
    hostName: 'web-1',
    env: { HOSTNAME: 'web-1', HOME: '/root', TERM: 'xterm', A: 'b', EMPTY: '' },
    tty: true,
    stdin: false,
  });
});
