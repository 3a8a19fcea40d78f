import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram } from './program.ts';
import { closeTerminals, openTerminal, type LocalTerminal } from './terminal.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('way-back');
  await namespace.create([aPod('kept'), aPod('copied'), aPod('mine')]);
});
afterEach(closeTerminals);
afterEach(endPrograms);
afterAll(() => namespace.remove());

const IMAGE = `--image=${DEBUG_IMAGE}`;
const words = (line: string): readonly string[] => line.trim().split(/\s+/);

/** Leaves the shell of a session at its prompt. Returns what was shown, as if the window had no end. */
async function leaveShell(terminal: LocalTerminal, args: readonly string[]): Promise<string> {
  await terminal.start([...args, '-n', namespace.name]);
  await terminal.waitFor('# ');
  terminal.type('exit 3\r');
  expect(await terminal.exitCode()).toBe(3);
  return terminal.shown().replaceAll(/\r?\n/g, ' ').replaceAll(/\s+/g, ' ');
}

const wayBackIn = (shown: string): readonly string[] =>
  words(shown.split('is kept; to come back: kubectl-debug ')[1] ?? '');

it('leads back into a container that is kept, with no second one', async () => {
  const shown = await leaveShell(await openTerminal(), ['kept', IMAGE, '-it', '--via=exec']);
  const [pod = '', ...flags] = wayBackIn(shown);
  expect(flags).toContain('--reuse');
  const line = [pod, ...flags.slice(0, flags.indexOf('--reuse') + 1)].filter((word) => word !== '-n');
  await leaveShell(
    await openTerminal(),
    line.filter((word) => word !== namespace.name),
  );
  expect(await namespace.ephemeralContainers('kept')).toHaveLength(1);
});

it('leads back into the container of a copy, which is started again', async () => {
  const copy = ['copied', IMAGE, '-it', '--copy-to=again', '-c', 'dbg'];
  const shown = await leaveShell(await openTerminal(), copy);
  const at = ['again', '-n', namespace.name, '-c', 'dbg', '--', 'sh'];
  expect(shown).toContain(`to come back then: kubectl exec -it ${at.join(' ')}`);
  await eventually('the container to run again', async () => {
    const { status } = await namespace.read('again');
    const dbg = status?.containerStatuses?.find(({ name }) => name === 'dbg');
    return dbg?.restartCount === 1 && dbg.state?.running !== undefined ? dbg : undefined;
  });
  expect(await kubectl(['exec', ...at, '-c', 'echo in'])).toBe('in\n');
});

it('names a debug container of the same user that runs in the pod, to who sits at a terminal', async () => {
  const at = ['-n', namespace.name, IMAGE];
  const left = await runProgram(['mine', ...at, '-d', '--', 'sleep', '1000']);
  const name = left.stdout.trim();
  await namespace.runs('mine', name);
  const inScript = await runProgram(['mine', ...at, '-d', '--', 'true']);
  expect(inScript.stderr).not.toContain('of yours');
  await eventually('the end of the other one', async () => {
    const { status } = await namespace.read('mine');
    return (
      status?.ephemeralContainerStatuses?.some(({ state }) => state?.terminated !== undefined) || undefined
    );
  });
  const shown = await leaveShell(await openTerminal(), ['mine', IMAGE, '-it']);
  expect(shown).toMatch(/a debug container of yours runs here since \d+s: kubectl-debug attach mine -n /);
  expect(shown.replaceAll(' ', '')).toContain(`-c${name}`);
});
