import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { KUBECTL, ROOT } from './environment.ts';
import { eventually } from './eventually.ts';
import { runKubectl, kubectl as onCluster } from './kubectl.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

/** The embedded API server as `npm run playground` starts it; kubectl asks it in place of a cluster. */
let playground: ChildProcess;
let kubeconfig = '';

beforeAll(async () => {
  playground = spawn(process.execPath, [path.join(ROOT, 'build/playground.cjs')]);
  let printed = '';
  playground.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  kubeconfig = await eventually('the path of a kubeconfig', () => /KUBECONFIG=(\S+)/.exec(printed)?.[1]);
  await kubectl('wait', 'pod/web-1', 'pod/web-2', '--for=condition=Ready', '--timeout=4m');
});
afterEach(closeTerminals);
afterAll(() => playground.kill('SIGKILL'));

const kubectl = (...args: readonly string[]) => onCluster(['--kubeconfig', kubeconfig, ...args]);
const onTerminal = () => openTerminal([KUBECTL, '--kubeconfig', kubeconfig]);

describe('the real kubectl on the playground', () => {
  it('reads its version', async () => {
    expect(await kubectl('version')).toMatch(/Server Version: v1\.\d+/);
  });

  it.each([
    { output: [], expected: /^NAME +READY +STATUS +RESTARTS +AGE\n(?:.+\n)*web-2 +2\/2 +Running/ },
    { output: ['-o', 'wide'], expected: /web-1 +1\/1 +Running +0 +\S+ +[\d.]+ +\S+ +<none> +<none>\n/ },
    { output: ['-o', 'name'], expected: /^(?:pod\/.+\n)*pod\/web-1\n/ },
    { output: ['-o', 'json'], expected: /"kind": "List"/ },
    { output: ['-o', 'yaml'], expected: /^kind: List$/m },
    { output: ['-o', 'jsonpath={.items[*].metadata.name}'], expected: /\bweb-1 web-2\b/ },
    { output: ['-o', 'custom-columns=N:.metadata.name'], expected: /^N\n(?:.+\n)*web-1\n/ },
    { output: ['-l', 'app=web', '--no-headers'], expected: /^web-1 .+\nweb-2 .+\nweb-3 .+\n$/ },
    { output: ['--field-selector', 'status.phase=Succeeded'], expected: /^NAME.+\nreport-\S+ .+\n$/ },
  ])('gets pods with $output', async ({ output, expected }) => {
    expect(await kubectl('get', 'pods', ...output)).toMatch(expected);
  });

  it('watches a pod from its creation to its deletion', async () => {
    const terminal = await onTerminal();
    await terminal.start(['get', 'pods', '-w']);
    await terminal.waitFor('web-2');
    await kubectl('run', 'passing', '--image=example/passing:1');
    await terminal.waitFor(/passing +1\/1 +Running/);
    await kubectl('delete', 'pod', 'passing');
    await terminal.waitFor(/passing +\S+ +Terminating/);
  });

  it('describes a pod and its events', async () => {
    const description = await kubectl('describe', 'pod', 'web-1');
    expect(description).toMatch(/^Name: +web-1$/m);
    expect(description).toMatch(/Normal +Started .+ Container started/);
  });

  it('says of a pod that does not exist what it says of one on a cluster', async () => {
    const { exitCode, stderr } = await runKubectl(['--kubeconfig', kubeconfig, 'get', 'pod', 'nobody']);
    expect(stderr).toBe('Error from server (NotFound): pods "nobody" not found\n');
    expect(exitCode).toBe(1);
  });

  it('adds a debug container, reads its log, and runs commands in it', async () => {
    const script = 'echo from-the-log; exec sleep 3600';
    await kubectl(
      'debug',
      'web-1',
      '--image=tools',
      '-c',
      'tools',
      '--attach=false',
      '--',
      'sh',
      '-c',
      script,
    );
    await eventually('the log', async () => {
      const { stdout } = await runKubectl(['--kubeconfig', kubeconfig, 'logs', 'web-1', '-c', 'tools']);
      return stdout === 'from-the-log\n' || undefined;
    });
    const exec = ['--kubeconfig', kubeconfig, 'exec', 'web-1', '-c', 'tools', '--'];
    const result = await runKubectl([...exec, 'sh', '-c', 'echo from-exec; exit 3']);
    expect(result).toMatchObject({ stdout: 'from-exec\n', exitCode: 3 });
  });

  it('opens a shell in a debug container, and attaches to it again', async () => {
    const first = await onTerminal();
    await first.start(['debug', 'web-2', '--image=tools', '-c', 'shell', '-it', '--', 'sh']);
    await first.waitFor('If you don'); // the prompt is shown before kubectl has attached
    first.type('mark=left; echo "mark is ${mark}-here"\r');
    await first.waitFor('mark is left-here');
    first.close();
    const second = await onTerminal();
    await second.start(['attach', 'web-2', '-c', 'shell', '-it']);
    second.type('\recho "mark is still ${mark}-here"\r');
    await second.waitFor('mark is still left-here');
  });
});

it('takes every file of the playground away when it ends', async () => {
  playground.kill('SIGINT');
  await once(playground, 'exit');
  expect(existsSync(path.dirname(kubeconfig))).toBe(false);
});
