import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, type ProgramResult } from './program.ts';

const EQUAL = ['equal-a', 'equal-b', 'equal-c'] as const;

let namespace: Namespace;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'audit-results-'));
  namespace = await createNamespace('results');
  // The nodes of a cluster on one machine keep layers in folders of their own.
  const nodeName = await kubectl(['get', 'nodes', '-o', 'jsonpath={.items[0].metadata.name}']);
  await namespace.create([...EQUAL, 'odd'].map((name) => aPod(name, { nodeName })));
});
afterEach(endPrograms);
afterAll(async () => {
  await namespace.remove();
  await rm(folder, { recursive: true });
});

function audit(flags: readonly string[], script: string): Promise<ProgramResult> {
  const where = [`--namespace=${namespace.name}`, `--image=${DEBUG_IMAGE}`, '--yes'];
  return runProgram(['audit', ...where, ...flags, '--', 'sh', '-c', script]);
}

it('folds what is equal once names and layers are masked, shows what one pod has other, and reports it all', async () => {
  const report = path.join(folder, 'report.html');
  const { stdout, stderr, exitCode } = await audit(
    [`--report=${report}`],
    'hostname; grep " / " /proc/mounts; echo "in $(hostname)"; case $(hostname) in odd) echo strange;; esac',
  );
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^4 runs: 4 passed; [\d.]+m?s\n$/m);
  const usual = `3 pods: exit code 0
  <pod>
  overlay / overlay [^\n]*/snapshots/<layer>/fs[^\n]*
  in <pod>

1 pod differs: exit code 0: ${namespace.name}/odd
  …
    overlay [^\n]*
    in <pod>
  \\+ strange
`;
  expect(stdout).toMatch(new RegExp(`^${usual}$`));
  const html = await readFile(report, 'utf8');
  expect(html).toContain('3 pods: exit code 0');
  expect(html).toContain('<span class="added">+ strange');
  expect((await stat(report)).mode & 0o777).toBe(0o600);
});

it('has each output whole in JSON and in files, whatever bytes it is of, and lets none of it steer a terminal', async () => {
  const files = path.join(folder, 'files');
  const { stdout, exitCode } = await audit(
    ['-o', 'jsonl', `--output-dir=${files}`],
    String.raw`printf '\033[2J\377\000\302\205\nend'`,
  );
  const bytes = Buffer.from('\u001b[2J\u00ff\u0000\u00c2\u0085\nend', 'latin1');
  expect(exitCode).toBe(0);
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows.map(({ pod }) => pod).toSorted()).toEqual([...EQUAL, 'odd']);
  for (const { output, outputEncoding, outcome, exitCode: code, verdict } of rows) {
    expect({ outcome, code, verdict, outputEncoding }).toEqual({
      outcome: 'exited',
      code: 0,
      verdict: 'passed',
      outputEncoding: 'base64',
    });
    expect(Buffer.from(String(output), 'base64')).toEqual(bytes);
  }
  const names = [...EQUAL, 'odd'].map((name) => `${namespace.name}_${name}.out`);
  expect((await readdir(files)).toSorted()).toEqual(names);
  for (const name of names) expect(await readFile(path.join(files, name))).toEqual(bytes);
});

it('makes a check of it', async () => {
  const { stdout, exitCode } = await audit(['--expect=/^HOSTNAME=equal/m', '-o', 'junit'], 'env');
  expect(exitCode).toBe(1);
  expect(stdout).toContain('tests="4" failures="1" errors="0" skipped="0"');
  expect(stdout).toMatch(/name="[\w-]+\/odd" time="[\d.]+"><failure message="exit code 0, but/);
});

it('prints the lines of each pod with its name, cuts what is too long, and says so', async () => {
  const { stdout } = await audit(['--prefix', '--max-output=10'], 'echo one; echo two; yes | head -100');
  for (const name of [...EQUAL, 'odd']) {
    const prefix = `[${namespace.name}/${name}]`;
    expect(stdout).toContain(`${prefix} one\n${prefix} two\n${prefix} y\n`);
    expect(stdout).toContain(`${prefix} (cut here: there is more than 10 bytes)\n`);
  }
});
