import { execFile } from 'node:child_process';
import { KUBECONFIG, KUBECTL } from './environment.ts';

/** How a program ended and what it printed. */
export interface Result {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real kubectl to its end; `input` is its standard input. */
export function runKubectl(args: readonly string[], input = ''): Promise<Result> {
  return new Promise((resolve, reject) => {
    const options = { env: { ...process.env, KUBECONFIG }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(KUBECTL, args, options, (error, stdout, stderr) => {
      if (error !== null && child.exitCode === null)
        reject(new Error('kubectl did not run', { cause: error }));
      else resolve({ exitCode: child.exitCode, stdout, stderr });
    });
    // A kubectl that ends at once has closed it, which its exit code tells.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Runs the real kubectl and returns its output; throws when it fails. */
export async function kubectl(args: readonly string[], input = ''): Promise<string> {
  const result = await runKubectl(args, input);
  if (result.exitCode !== 0) throw new Error(`kubectl ${args.join(' ')}: ${result.stderr}`);
  return result.stdout;
}
