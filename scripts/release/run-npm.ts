import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';

/**
 * Runs npm to its end, and returns its stdout. Throws if it fails. Takes the npm that has started this program, by its
 * script: on Windows `npm` is a batch file, which only a shell runs, and a shell would split words.
 */
export function runNpm(args: readonly string[]): string {
  const { npm_execpath: script } = process.env;
  const options: ExecFileSyncOptionsWithStringEncoding = {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  };
  return script?.endsWith('.js')
    ? execFileSync(process.execPath, [script, ...args], options)
    : execFileSync('npm', args, options);
}
