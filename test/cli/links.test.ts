import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canConfine } from '../../playground/run/can-confine.ts';
import type { RunningCommand } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'links-probe-'));
/** Containers with files of their own need a machine that allows namespaces. */
const hasNamespaces = await canConfine(folder);
rmSync(folder, { recursive: true });

let cluster: RunPlayground;
beforeAll(async () => {
  cluster = await runPlayground(undefined, hasNamespaces ? 'namespaces' : 'none');
});
afterAll(() => cluster.close());

const SAID = 'files of the containers: /c/app';
const LOOK = 'readlink /c/app; test -d /c/app/proc && exit 3\n';

/** Types into the shell once it answers. */
async function type(command: RunningCommand, text: string): Promise<void> {
  command.stdin.write('echo rea""dy\n');
  await command.untilStdout('ready');
  command.stdin.write(text);
}

describe.skipIf(!hasNamespaces)('the files of the containers (needs namespaces)', () => {
  it.each([
    { label: 'a shell that we chose', flags: [] },
    { label: 'a shell in an image that was typed', flags: ['-it', '--image=busybox', '--target=app'] },
    { label: 'a shell by exec', flags: ['--via=exec'] },
  ])('are at /c/NAME in $label', async ({ flags }) => {
    const pod = await cluster.makePod();
    const command = cluster.start([pod, '-v=1', ...flags], { isTerminal: true });
    await command.untilStdout(SAID);
    await type(command, LOOK);
    expect(await command.ended).toBe(3);
    expect(command.stdoutText()).toMatch(/\n\/proc\/1\/root\r?\n/);
  });

  it('are linked anew for somebody who attaches', async () => {
    const pod = await cluster.makePod();
    const first = cluster.start([pod, '-v=1', '-it', '--image=busybox', '--target=app'], {
      isTerminal: true,
    });
    await first.untilStdout(SAID);
    await type(first, 'rm /c/app; echo removed $?\n');
    await first.untilStdout('removed 0');
    const second = cluster.start(['attach', pod], { isTerminal: true });
    await second.untilStdout(SAID);
    await type(second, LOOK);
    expect(await second.ended).toBe(3);
    await first.ended;
  });

  it('are there where the line about the session says that they are below /proc/1/root', async () => {
    const pod = await cluster.makePod();
    const command = cluster.start([pod], { isTerminal: true });
    await type(command, LOOK);
    expect(await command.ended).toBe(3);
    expect(command.stdoutText()).not.toContain(SAID);
    expect(command.stderrText()).toContain(' · /proc/1/root = its files · ');
  });

  it('are there with -q too, which says nothing of them', async () => {
    const pod = await cluster.makePod();
    const command = cluster.start([pod, '-q'], { isTerminal: true });
    await type(command, LOOK);
    expect(await command.ended).toBe(3);
    expect(command.stdoutText()).toMatch(/\n\/proc\/1\/root\r?\n/);
    expect(command.stdoutText()).not.toContain(SAID);
  });
});
