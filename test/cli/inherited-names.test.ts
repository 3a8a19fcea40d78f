import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayground, type Playground } from '../../playground/playground.ts';
import { makeFakeKubelet } from '../playground/fake-kubelet.ts';
import { podRef } from '../../src/pod/pod-ref.ts';
import { finish, startCommand } from '../drivers/run-command.ts';

/** What every object of JavaScript has by inheritance, and nobody has meant. */
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

let playground: Playground;
let folder: string;
let kubeconfig: string;
beforeAll(async () => {
  playground = await createPlayground({ makeKubelet: makeFakeKubelet });
  const labels = JSON.parse('{"__proto__":"of-proto","constructor":"of-constructor"}') as Record<
    string,
    string
  >;
  for (const name of ['constructor', 'web-1']) {
    const spec = { nodeName: 'node-1', containers: [{ name: 'app', image: 'app:1' }] };
    const pod = playground.createPod({ name, spec, ...(name === 'constructor' && { labels }) });
    playground.setStatus(podRef(pod), {
      phase: 'Running',
      reason: '__proto__',
      containerStatuses: [
        {
          name: 'app',
          image: 'app:1',
          imageID: '',
          ready: false,
          restartCount: 0,
          state: { waiting: { reason: 'constructor', message: 'valueOf' } },
        },
      ],
    });
  }
  folder = await mkdtemp(path.join(tmpdir(), 'inherited-names-'));
  kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, playground.kubeconfig('admin'));
  for (const name of NAMES)
    await writeFile(path.join(folder, `${name}.json`), `{${JSON.stringify(name)}: {"${name}": 1}}`);
});
afterAll(async () => {
  await playground.close();
  await rm(folder, { recursive: true });
});

async function run(argv: readonly string[]) {
  return finish(startCommand(argv, { kubeconfig }));
}

describe('a name that every object inherits', () => {
  it.each(NAMES)('is the label of no pod that has none: %s', async (name) => {
    const { exitCode, stdout, stderr } = await run(['pods', 'web-1', '-L', name, '--no-headers']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.trim()).toMatch(/\d+[smhd]$/);
  });

  it.each([
    ['__proto__', 'of-proto'],
    ['constructor', 'of-constructor'],
  ])('is shown where it is a label: %s', async (name, value) => {
    const column = await run(['pods', 'constructor', '-L', name, '--no-headers']);
    expect(column.stdout.trim().split(/\s+/).at(-1)).toBe(value);
    const json = await run(['pods', 'constructor', '-o', `jsonpath={.metadata.labels.${name}}`]);
    expect(json).toMatchObject({ exitCode: 0, stdout: value });
    const custom = await run(['pods', '-o', `custom-columns=X:.metadata.labels.${name}`, '--no-headers']);
    expect(custom.stdout.split('\n').toSorted()).toEqual(['', '<none>', value]);
    const sorted = await run(['pods', `--sort-by=.metadata.labels.${name}`, '-o', 'name']);
    expect(sorted.stdout).toBe('pod/web-1\npod/constructor\n');
  });

  it.each(
    NAMES.flatMap((name) => [
      ['debug', 'web-1', '--image=x', `--profile=${name}`],
      ['debug', 'web-1', '--image=x', `--custom=FOLDER/${name}.json`],
      ['debug', '-f', `FOLDER/${name}.json`, '--image=x'],
      ['debug', `${name}/web-1`, '--image=x'],
      ['debug', 'web-1', '--image=x', `--${name}`],
      ['debug', 'web-1', '--image=x', `--target=${name}`],
      ['pods', '-o', name],
      ['pods', '-o', `jsonpath={.${name}}{`],
      ['pods', '--resources', `--sort-by=${name}.`],
      ['attach', 'web-1', '-c', name],
      ['audit', '-l', 'app=x', '--group-by', name, '--', 'true'],
      ['audit', 'web-1', '-o', name, '--', 'true'],
      ['completion', name],
      [name, '--image=x', '--attach=false', '-o', name],
      ['pods', '--context', name],
      ['pods', '--user', name],
    ]),
  )('is a mistake of the user’s, and no bug of ours: %j', async (...argv) => {
    const { exitCode, stderr } = await run(argv.map((word) => word.replace('FOLDER', folder)));
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/^error: /m);
    expect(stderr).not.toContain('[internal]');
  });
});
