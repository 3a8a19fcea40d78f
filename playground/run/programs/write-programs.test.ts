import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_PACKETS, SAMPLE_RECORD_BYTES, samplePcap } from './sample-packets.ts';
import { writePrograms } from './write-programs.ts';

let folder: string;

beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'programs-')), 'bin');
  writePrograms(folder);
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

/** Runs tcpdump, and ends it with a signal once it has written `endsAfter`. */
async function tcpdump(
  words: readonly string[],
  endsAfter?: { readonly text: string; readonly by: NodeJS.Signals },
) {
  const child = spawn(join(folder, 'tcpdump'), words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => {
    stdout.push(bytes);
    if (endsAfter !== undefined && Buffer.concat(stdout).includes(endsAfter.text)) child.kill(endsAfter.by);
  });
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const exitCode = await new Promise((resolve) => child.on('close', resolve));
  return { exitCode, stdout: Buffer.concat(stdout), stderr };
}

it.each(['SIGINT', 'SIGTERM'] as const)('writes its packets and prints its counts at %s', async (by) => {
  const { exitCode, stdout, stderr } = await tcpdump(['-i', 'lossy', '-n', '-w', '-'], {
    text: 'packet 3',
    by,
  });
  expect(stdout).toEqual(samplePcap());
  expect(stderr).toMatch(
    /listening on lossy, link-type EN10MB .*\n\n3 packets captured\n10 packets.*\n7 packets dropped/,
  );
  expect(exitCode).toBe(0);
});

it('ends after a count', async () => {
  const { stdout, stderr } = await tcpdump(['-c', '2', '-w', '-', 'port', '9999']);
  expect(stdout).toEqual(samplePcap().subarray(0, 24 + 2 * SAMPLE_RECORD_BYTES));
  expect(stderr).toContain('\n2 packets captured\n');
});

it('prints a line for each packet without -w', async () => {
  const { stdout } = await tcpdump(['-n', '-i', 'brief']);
  expect(stdout.toString().trim().split('\n')).toHaveLength(SAMPLE_PACKETS.length);
});

it('has a ps that shows the processes of all terminals, as that of busybox does', () => {
  const shown = execFileSync(join(folder, 'ps'), { encoding: 'utf8' });
  expect(shown).toMatch(/^ *PID USER +COMMAND\n/);
  expect(shown).toMatch(new RegExp(`^ *${process.pid} `, 'm'));
});

it.each([
  { words: ['-i', 'nope'], says: 'nope: No such device exists', exits: 1 },
  { words: ['-i', 'denied'], says: "denied: You don't have permission", exits: 1 },
  { words: ['-i', 'missing'], says: 'not found', exits: 127 },
  { words: ['udp', 'nonsense'], says: "can't parse filter expression: syntax error", exits: 1 },
])('refuses $words', async ({ words, says, exits }) => {
  const { exitCode, stdout, stderr } = await tcpdump(words);
  expect(stderr).toContain(says);
  expect(stdout).toHaveLength(0);
  expect(exitCode).toBe(exits);
});
