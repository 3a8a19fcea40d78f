import { execFile } from 'node:child_process';
import { copyFile, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { KUBECONFIG, KUBECTL, ROOT, STARTED } from './environment.ts';

/** The command line of docs/recipes.md that holds this text. */
export async function recipe(part: string): Promise<string> {
  const text = await readFile(path.join(ROOT, 'docs/recipes.md'), 'utf8');
  const lines = [...text.matchAll(/^\$ (kubectl dbg .+)$/gm)].map(([, line = '']) => line);
  const found = lines.find((line) => line.includes(part));
  if (found === undefined) throw new Error(`no recipe has "${part}"`);
  return found;
}

/**
 * Runs a line as a person types it, where `kubectl dbg` is our plugin and the namespace is that of the tests. Returns stdout.
 * Rejects if it fails. `folder` is for the files that this needs.
 */
export async function runRecipe(
  line: string,
  {
    folder,
    namespace,
    config,
  }: { readonly folder: string; readonly namespace: string; readonly config?: string },
): Promise<string> {
  const kubeconfig = path.join(folder, 'kubeconfig');
  const plugin = path.join(folder, 'kubectl-dbg');
  await rm(path.join(folder, 'kubectl'), { force: true });
  await symlink(KUBECTL, path.join(folder, 'kubectl'));
  await writeFile(plugin, `#!/bin/sh\nexec ${STARTED.map((word) => `'${word}'`).join(' ')} "$@"\n`, {
    mode: 0o755,
  });
  await copyFile(KUBECONFIG, kubeconfig);
  const env = {
    ...process.env,
    KUBECONFIG: kubeconfig,
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    ...(config !== undefined && { KUBECTL_DEBUG_CONFIG: config }),
  };
  const run = promisify(execFile);
  await run(KUBECTL, ['config', 'set-context', '--current', `--namespace=${namespace}`], { env });
  return (await run('sh', ['-c', line], { env })).stdout;
}
