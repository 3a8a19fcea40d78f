import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { aPod, APP_COMMAND_LINE, createNamespace, type Namespace } from './fixture.ts';
import { endPrograms, runProgram, startProgram } from './program.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('command');
  await namespace.create([aPod('app'), aPod('other')]);
});
afterEach(endPrograms);
afterAll(() => namespace.remove());

const debug = (pod: string, ...flags: readonly string[]) => [
  pod,
  `--namespace=${namespace.name}`,
  `--image=${DEBUG_IMAGE}`,
  ...flags,
];

it('prints what a command prints, and nothing else, and returns its exit code', async () => {
  const { stdout, exitCode } = await runProgram(debug('app', '--', 'sh', '-c', 'echo printed; exit 7'));
  expect(stdout).toBe('printed\n');
  expect(exitCode).toBe(7);
});

it('prints every line of a long output once and in order', async () => {
  // A busy node's runtime drops what it has not read when the process ends, so that no log ever has it.
  const { stdout, exitCode } = await runProgram(debug('app', '--', 'sh', '-c', 'seq 1 20000; sleep 3'));
  expect(stdout).toBe(Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join(''));
  expect(exitCode).toBe(0);
});

it('says nothing about a command that went well when it is told to be quiet', async () => {
  const result = await runProgram(debug('app', '-q', '--', 'echo', 'printed'));
  expect(result).toMatchObject({ stdout: 'printed\n', stderr: '', exitCode: 0 });
});

it('runs a command among the processes of the target container', async () => {
  const { stdout } = await runProgram(debug('app', '--target=app', '--', 'cat', '/proc/1/cmdline'));
  expect(stdout.replaceAll('\0', ' ')).toContain(APP_COMMAND_LINE);
});

it.each([
  {
    label: 'that is not in the image',
    command: ['/no/such/program'],
    exitCode: 127,
    kind: 'command-not-found',
  },
  {
    label: 'that cannot be executed',
    command: ['/etc/passwd'],
    exitCode: 126,
    kind: 'command-not-executable',
  },
])('returns $exitCode for a command $label', async ({ command, exitCode, kind }) => {
  const result = await runProgram(debug('other', '--', ...command));
  expect(result.stderr).toContain(`[${kind}]`);
  expect(result.exitCode).toBe(exitCode);
});

it.each([
  { label: 'text without a newline at its end', input: Buffer.from('one\ntwo\r\nthree, ünd') },
  { label: 'nothing', input: Buffer.alloc(0) },
  { label: '300 kB of any bytes', input: pseudoRandomBytes(300_000) },
])('hands $label to a command and returns all of it', async ({ input }) => {
  const result = await runProgram(debug('other', '-i', '--', 'cat'), { input });
  expect(result.stdoutBytes.equals(input)).toBe(true);
  expect(result.exitCode).toBe(0);
});

it.each([
  { flag: '--attach=false', name: 'detached' },
  { flag: '--wait', name: 'waited-for' },
])('adds the container, prints its name and leaves it with $flag', async ({ flag, name }) => {
  const { stdout, exitCode } = await runProgram(debug('app', flag, '-c', name, '--', 'sleep', '86400'));
  expect({ stdout, exitCode }).toEqual({ stdout: `${name}\n`, exitCode: 0 });
  await namespace.runs('app', name);
});

it('says of a command that says nothing how to leave it and come back', async () => {
  const program = startProgram(debug('other', '-c', 'silent', '--', 'sleep', '86400'));
  await program.waitFor(
    'stderr',
    /"silent" in .* still runs.*Ctrl-C leaves it running; .*attach other .*-c silent/,
  );
  program.kill('SIGINT');
  expect((await program.ended).exitCode).toBe(130);
});

it.each([
  { signal: 'SIGINT', exitCode: 130 },
  { signal: 'SIGTERM', exitCode: 143 },
  { signal: 'SIGHUP', exitCode: 129 },
] as const)('ends with $exitCode after $signal, and tells the way back', async ({ signal, exitCode }) => {
  const script = 'while :; do echo running; sleep 0.2; done';
  const program = startProgram(debug('other', '--', 'sh', '-c', script));
  await program.waitFor('stdout', /running/);
  program.kill(signal);
  const result = await program.ended;
  expect(result.exitCode).toBe(exitCode);
  expect(result.stderr).toMatch(/attach other/);
});

it('ends with 141 when nobody reads its output any more', async () => {
  const program = startProgram(debug('other', '--', 'sh', '-c', 'while :; do echo running; sleep 0.1; done'));
  await program.waitFor('stdout', /running/);
  program.closeOutput();
  expect((await program.ended).exitCode).toBe(141);
});

/** The same bytes in each run, so that a failure can be seen again. */
function pseudoRandomBytes(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(String(index)).digest(),
  );
  return Buffer.concat(blocks, length);
}
