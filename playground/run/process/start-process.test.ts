import { expect, it } from 'vitest';
import type { Launch } from './running-process.ts';
import { startProcess } from './start-process.ts';

const LAUNCH: Launch = {
  file: 'sh',
  args: ['-c', 'echo out; echo err >&2; exit 3'],
  env: { PATH: process.env['PATH'] ?? '' },
  workingFolder: '/',
  tty: false,
  stdin: false,
  isFirst: true,
};

async function run(launch: Partial<Launch>) {
  const printed = { stdout: '', stderr: '' };
  const { ended } = await startProcess(
    { ...LAUNCH, ...launch },
    {
      stdout: (chunk) => (printed.stdout += chunk.toString()),
      stderr: (chunk) => (printed.stderr += chunk.toString()),
    },
  );
  return { end: await ended, ...printed };
}

it('keeps the two streams of a piped process apart', async () => {
  expect(await run({})).toEqual({ end: { exitCode: 3, signal: 0 }, stdout: 'out\n', stderr: 'err\n' });
});

it('has one stream for a process in a terminal', async () => {
  const { end, stdout, stderr } = await run({ tty: true });
  expect({ end, stdout, stderr }).toEqual({
    end: { exitCode: 3, signal: 0 },
    stdout: 'out\r\nerr\r\n',
    stderr: '',
  });
});

it.each([
  { label: 'pipes', tty: false },
  { label: 'a terminal', tty: true },
])('reports a signal as 128 and its number, with $label', async ({ tty }) => {
  expect((await run({ tty, args: ['-c', 'kill -9 $$'] })).end).toEqual({ exitCode: 137, signal: 9 });
});

it('ends with 127 what cannot be started', async () => {
  expect((await run({ file: '/no/such/program' })).end).toEqual({ exitCode: 127, signal: 0 });
  const { end, stderr } = await run({ args: ['a\0b'] });
  expect(end).toEqual({ exitCode: 127, signal: 0 });
  expect(stderr).not.toBe('');
});

it('has the last words of a process in a terminal, though the machine is busy', async () => {
  const runs = Array.from({ length: 40 }, () => run({ tty: true, args: ['-c', 'sleep 0.1; echo last'] }));
  for (const { stdout } of await Promise.all(runs)) expect(stdout).toBe('last\r\n');
});
