import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { endPrograms, runProgram } from './program.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('attach');
  await namespace.create(['left', 'killed', 'shared', 'crowded', 'quiet'].map((name) => aPod(name)));
});
afterEach(() => {
  closeTerminals();
  endPrograms();
});
afterAll(() => namespace.remove());

/** Opens a shell in a debug container and leaves a mark in it. */
async function openShell(pod: string, container = 'shell') {
  const terminal = await openTerminal();
  const flags = ['-n', namespace.name, `--image=${DEBUG_IMAGE}`, '-c', container, '-it'];
  const pid = await terminal.start([pod, ...flags]);
  await terminal.waitFor('# ');
  terminal.type('mark=left; echo "mark is ${mark}-here"\r');
  await terminal.waitFor('mark is left-here');
  await namespace.runs(pod, container);
  return { terminal, pid };
}

/** Attaches to the one debug container that runs in a pod. */
async function reenter(pod: string) {
  const terminal = await openTerminal();
  await terminal.start(['attach', pod, '-n', namespace.name]);
  terminal.type('\recho "mark is still ${mark}-here"\r');
  await terminal.waitFor('mark is still left-here');
  return terminal;
}

describe('attach', () => {
  it('enters the shell again whose window was closed, and returns its exit code', async () => {
    const { terminal } = await openShell('left');
    terminal.close();
    const again = await reenter('left');
    again.type('exit 4\r');
    expect(await again.exitCode()).toBe(4);
  });

  it('enters the shell again whose client was killed', async () => {
    const { pid } = await openShell('killed');
    process.kill(pid, 'SIGKILL');
    await reenter('killed');
  });

  it('shares a shell between two people, of whom one may leave', async () => {
    const first = await openShell('shared');
    const second = await reenter('shared');
    second.type('echo from"-"second\r');
    await first.terminal.waitFor('from-second');
    second.close();
    first.terminal.type('echo still"-"here\r');
    await first.terminal.waitFor('still-here');
  });

  it('guesses nothing for a script when several debug containers run', async () => {
    await openShell('crowded', 'one');
    await openShell('crowded', 'two');
    const { exitCode, stderr } = await runProgram(['attach', 'crowded', '-n', namespace.name]);
    expect(stderr).toContain('[ambiguous]');
    expect(exitCode).toBe(125);
  });

  it.each([
    { label: 'a pod without debug containers', args: ['quiet'], kind: 'container-not-running' },
    {
      label: 'a name that the pod does not have',
      args: ['left', '-c', 'nobody'],
      kind: 'container-not-found',
    },
    { label: 'a pod that does not exist', args: ['nobody'], kind: 'not-found' },
  ])('refuses $label', async ({ args, kind }) => {
    const { exitCode, stderr } = await runProgram(['attach', ...args, '-n', namespace.name]);
    expect(stderr).toContain(`[${kind}]`);
    expect(exitCode).toBe(125);
  });
});
