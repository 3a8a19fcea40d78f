import { describe, expect, it } from 'vitest';
import { anEphemeralContainer } from '../../../test/builders/a-pod.ts';
import { isSameKeeper, keeperCommand, readMaxLife } from './keeper.ts';

describe('readMaxLife', () => {
  it.each([1000, 90_000, 3_600_000])('reads %i ms from the command that was made for it', (maxLifeMs) => {
    expect(readMaxLife(anEphemeralContainer({ command: keeperCommand(maxLifeMs) }))).toBe(maxLifeMs);
  });

  it.each([
    { label: 'no command', container: {} },
    { label: 'a command of the user', container: { command: ['sleep', '60'] } },
    { label: 'another script', container: { command: ['sh', '-c', 'exit', 'kubectl-debug-keeper', '60'] } },
    { label: 'no number of seconds', container: { command: [...keeperCommand(1000).slice(0, -1), 'x'] } },
    { label: 'arguments', container: { command: keeperCommand(1000), args: ['x'] } },
  ])('knows that $label makes no keeper', ({ container }) => {
    expect(readMaxLife(anEphemeralContainer(container))).toBeUndefined();
  });
});

describe('isSameKeeper', () => {
  const keeper = anEphemeralContainer({
    name: 'one',
    image: 'busybox',
    command: keeperCommand(60_000),
    targetContainerName: 'app',
    securityContext: { capabilities: { add: ['SYS_PTRACE'] }, runAsUser: 0 },
    env: [{ name: 'A', value: '' }],
  });

  it.each([
    { label: 'another name', other: { ...keeper, name: 'two' } },
    { label: 'a longer life', other: { ...keeper, command: keeperCommand(120_000) } },
    {
      label: "the server's defaults",
      other: { ...keeper, imagePullPolicy: 'Always', terminationMessagePath: '/dev/x', resources: {} },
    },
    {
      label: 'its fields in another order',
      other: { ...keeper, securityContext: { runAsUser: 0, capabilities: { add: ['SYS_PTRACE'] } } },
    },
    { label: 'an empty value left out', other: { ...keeper, env: [{ name: 'A' }] } },
  ])('takes one with $label for the same', ({ other }) => {
    expect(isSameKeeper(keeper, other)).toBe(true);
  });

  it.each([
    { label: 'image', other: { ...keeper, image: 'alpine' } },
    { label: 'target', other: { ...keeper, targetContainerName: 'proxy' } },
    { label: 'rights', other: { ...keeper, securityContext: {} } },
    { label: 'variables', other: { ...keeper, env: [{ name: 'A', value: '1' }] } },
    { label: 'mounts', other: { ...keeper, volumeMounts: [{ name: 'data', mountPath: '/data' }] } },
  ])('tells one with other $label apart', ({ other }) => {
    expect(isSameKeeper(keeper, other)).toBe(false);
  });
});
