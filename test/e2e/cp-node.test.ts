import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { runProgram } from './program.ts';

let namespace: Namespace;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-node-'));
  namespace = await createNamespace('cp-node');
});
afterAll(async () => {
  await namespace.remove();
  await rm(folder, { recursive: true });
});

// A node pod shares the processes of its node: among all of them, cp finds the one of the container.
it('copies files of a node in the way that its hint says', async () => {
  const node = await kubectl(['get', 'nodes', '-o', 'jsonpath={.items[0].metadata.name}']);
  const where = [`--namespace=${namespace.name}`, `--image=${DEBUG_IMAGE}`];
  const refused = await runProgram(['cp', `node/${node}:/etc/hosts`, folder]);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain(`kubectl-debug node/${node} -d -- sleep 1h`);
  expect(refused.stderr).toContain('kubectl-debug cp POD:/host/etc/hosts');

  const made = await runProgram([`node/${node}`, '-d', ...where, '--', 'sleep', '1h']);
  expect(made).toMatchObject({ exitCode: 0 });
  const pod = made.stdout.trim();
  await kubectl(['wait', '-n', namespace.name, `pod/${pod}`, '--for=condition=Ready', '--timeout=4m']);
  const copied = await runProgram(['cp', `${pod}:/host/etc/hosts`, folder, ...where]);
  expect(copied).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('verified by sha256') as string,
  });
  const there = await kubectl(['exec', '-n', namespace.name, pod, '--', 'cat', '/host/etc/hosts']);
  expect(await readFile(path.join(folder, 'hosts'), 'utf8')).toBe(there);

  const own = await runProgram(['cp', path.join(folder, 'hosts'), `${pod}:/tmp/own`, ...where]);
  expect(own).toMatchObject({ exitCode: 0 });
  expect(await kubectl(['exec', '-n', namespace.name, pod, '--', 'cat', '/tmp/own'])).toBe(there);
});
