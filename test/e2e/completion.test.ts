import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { COMPLETER, KUBECONFIG, KUBECTL, PROGRAM } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { runProgram } from './program.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

let namespace: Namespace;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-completion-'));
  symlinkSync(PROGRAM, path.join(folder, 'kubectl-debug'));
  symlinkSync(PROGRAM, path.join(folder, 'kubectl-dbg'));
  symlinkSync(COMPLETER, path.join(folder, 'kubectl_complete-dbg'));
  namespace = await createNamespace('completion');
  await namespace.create([aPod('shop-front')]);
});
afterEach(closeTerminals);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await namespace.remove();
});

describe.each([
  { shell: 'bash', start: 'bash --norc --noprofile', load: 'source <(kubectl-debug completion bash)' },
  { shell: 'zsh', start: 'zsh -f', load: 'source <(kubectl-debug completion zsh)' },
  { shell: 'fish', start: 'fish --no-config', load: 'kubectl-debug completion fish | source' },
])('in $shell', ({ start, load }) => {
  it.each([
    { typed: 'kubectl-debug att', completed: 'attach' },
    { typed: 'kubectl-debug -n NS shop', completed: 'shop-front' },
    { typed: 'kubectl-dbg check -n NS sh', completed: 'shop-front' },
    { typed: 'kubectl-debug -n NS shop-front --target=a', completed: '--target=app' },
    { typed: 'kubectl-debug shop-front --profile res', completed: 'restricted' },
    { typed: 'kubectl-debug --kubeconfig /etc/hostna', completed: '/etc/hostname' },
  ])('Tab completes $typed to $completed', async ({ typed, completed }) => {
    const terminal = await openTerminal();
    terminal.type(`export PATH=${folder}:$PATH; exec ${start}\r`);
    terminal.type(`${load}; echo lo''aded\r`);
    await terminal.waitFor(/loaded\r?\n/);
    terminal.type(typed.replace('NS', namespace.name));
    terminal.type('\t');
    await terminal.waitFor(completed);
  });
});

it('completes images that debug containers of the namespace had', async () => {
  const here = ['-n', namespace.name];
  await runProgram(['shop-front', ...here, '--image=shop/tools:v1', '--attach=false']);
  const { stdout } = await runProgram(['completion', '--', ...here, '--image=shop/']);
  expect(stdout).toBe('--image=shop/tools:v1\n:4\n');
});

it('completes kubectl dbg through kubectl', async () => {
  const { stdout } = await promisify(execFile)(KUBECTL, ['__complete', 'dbg', '-n', namespace.name, 'sh'], {
    env: { ...process.env, KUBECONFIG, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
  });
  expect(stdout).toBe('shop-front\n:4\n');
});
