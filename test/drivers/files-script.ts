import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The shells of this machine, with the tools that they bring. */
export const SHELLS: readonly (readonly string[])[] = [['dash'], ['bash'], ['busybox', 'sh']].filter(
  ([shell = '']) => spawnSync(shell, ['--help']).error === undefined,
);

/** A folder that stands for what a debug container sees of its target in /proc. */
export interface FakeTarget {
  /** A path in the root of the target, as this machine sees it. */
  readonly at: (name: string) => string;
  /** The text of a script that begins with `ENTER_ROOT`, which then finds this target. */
  readonly aim: (text: string) => string;
  readonly remove: () => void;
}

/** Makes a target whose working directory is `/job`. The caller removes it. */
export function makeFakeTarget(): FakeTarget {
  const folder = mkdtempSync(path.join(tmpdir(), 'files-script-'));
  const at = (name: string): string => path.join(folder, 'root', name);
  mkdirSync(at('job'), { recursive: true });
  symlinkSync('/job', path.join(folder, 'cwd'));
  return {
    at,
    aim: (text) =>
      text.replaceAll('/proc/$found/', () => `${folder}/`).replace('find_process "$id"', () => 'found=1'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** What to run of a target. */
export interface FilesScriptRun {
  readonly shell: readonly string[];
  readonly text: string;
  /** Each character is a byte. */
  readonly path: string;
  readonly args?: readonly string[];
  readonly input?: string;
}

/** Runs a script to its end; each character of its output is a byte. */
export function runFilesScriptHere(target: FakeTarget, run: FilesScriptRun) {
  const { shell, text, path: name, args = [], input = '' } = run;
  const [program = '', ...words] = shell;
  const all = [...words, '-c', target.aim(text), 'test', 'n0nce', 'shared', 'ab', name, ...args];
  const { stdout, stderr } = spawnSync(program, all, {
    input: Buffer.from(`${input}\n`, 'latin1'),
    encoding: 'latin1',
  });
  return { stdout, said: stderr.split('\n').filter((line) => line.startsWith('n0nce ')) };
}
