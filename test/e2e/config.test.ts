import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { runProgram } from './program.ts';

let namespace: Namespace;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-config-'));
  file = path.join(folder, 'config.yaml');
  namespace = await createNamespace('config');
  await namespace.create([aPod('app')]);
  const [registry = '', ...rest] = DEBUG_IMAGE.split('/');
  await writeFile(
    file,
    `defaults:
  image: tools
  image-pull-policy: Never
  env: {COLOR: "deep blue"}
images:
  tools: old.example/${rest.join('/')}
registries:
  old.example: ${registry}
rules:
- namespaces: ["${namespace.name.slice(0, -2)}*"]
  require: [reason]
presets:
  quick: {description: for one command, flags: {profile: baseline, timeout: 4m}}
`,
  );
});
afterAll(async () => {
  await namespace.remove();
  await rm(folder, { recursive: true, force: true });
});

const call = (...args: readonly string[]) =>
  runProgram([...args, `--namespace=${namespace.name}`], {
    env: { KUBECTL_DEBUG_CONFIG: file, KUBECTL_DEBUG_IMAGE: '' },
  });

it('a rule asks for a reason before anything is added', async () => {
  const { exitCode, stderr } = await call('debug', 'app', '-d');
  expect(exitCode).toBe(125);
  expect(stderr).toContain(`--reason is missing: ${file} requires it (rules[0].require[0]) [config]`);
  expect(await namespace.ephemeralContainers('app')).toEqual([]);
});

it('the image, the mirror, the variables and a preset of the file reach the container', async () => {
  const line = ['debug', 'app', '--reason=INC-7', '--preset=quick'];
  const { exitCode, stdout, stderr } = await call(...line);
  expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0 });
  const [container] = await namespace.ephemeralContainers('app');
  expect(container).toMatchObject({
    image: DEBUG_IMAGE,
    imagePullPolicy: 'Never',
    targetContainerName: 'app',
  });
  expect(container?.env).toContainEqual({ name: 'COLOR', value: 'deep blue' });
  expect(container?.securityContext?.capabilities).toBeUndefined();
});

it('check --config names the line of each value', async () => {
  const { exitCode, stdout } = await call('check', '--config');
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`--image `);
  expect(stdout).toContain(`${file}:2`);
  expect(stdout).toMatch(/^--reason +\S+:11$/m);
  expect(stdout).not.toContain('deep blue');
});
