import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EphemeralContainer } from '../../src/pod/types.ts';
import { DEBUG_IMAGE } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { runProgram } from './program.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('object');
  await namespace.create([aPod('ours'), aPod('theirs')]);
});
afterAll(() => namespace.remove());

const ROWS: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  interactive: ['-it'],
  stdin: ['-i'],
  targets: ['--target=app', '--', 'sleep', '1'],
  env: ['--env=A=1', '--env', 'B=two,C=3', '--', 'env'],
  pulls: ['--image-pull-policy=Always', '--', 'true'],
  arguments: ['--arguments-only', '--', 'sh', '-c', 'true'],
  general: ['--profile=general'],
  baseline: ['--profile=baseline'],
  restricted: ['--profile=restricted'],
  netadmin: ['--profile=netadmin'],
  sysadmin: ['--profile=sysadmin'],
  legacy: ['--profile=legacy'],
};

it.each(Object.entries(ROWS))('is the one that kubectl debug creates: %s, with %j', async (name, flags) => {
  const args = ['-c', name, `--image=${DEBUG_IMAGE}`, '-n', namespace.name, '--attach=false', ...flags];
  await kubectl(['debug', 'theirs', ...args]);
  const { exitCode } = await runProgram(['ours', ...args]);
  expect(exitCode).toBe(0);
  expect(await read('ours', name)).toEqual(await read('theirs', name));
});

it('comes after the debug containers that the pod has already', async () => {
  expect((await namespace.ephemeralContainers('ours')).map(({ name }) => name)).toEqual(Object.keys(ROWS));
});

it('ends with the input that is passed on to it, unlike that of kubectl debug', async () => {
  const args = ['-c', 'piped', `--image=${DEBUG_IMAGE}`, '-n', namespace.name, '-i'];
  await kubectl(['debug', 'theirs', ...args, '--attach=false', '--', 'cat']);
  const ours = ['ours', ...args, '--envelope=false', '--', 'cat'];
  const { exitCode, stdout } = await runProgram(ours, { input: 'x' });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'x' });
  expect(await read('ours', 'piped')).toEqual({ ...(await read('theirs', 'piped')), stdinOnce: true });
});

async function read(pod: string, name: string) {
  const containers = await namespace.ephemeralContainers(pod);
  return sorted(containers.find((container) => container.name === name));
}

/** kubectl keeps variables in a map, so that their order is random. */
function sorted(container: EphemeralContainer | undefined) {
  const env = container?.env?.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { ...container, env };
}
