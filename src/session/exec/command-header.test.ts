import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHeader, withHeader } from './command-header.ts';

/** Runs a command behind its header with this machine's shell. */
function run(command: readonly string[]) {
  const [program = '', ...args] = withHeader(command);
  const { stdout, stderr, status } = spawnSync(program, args);
  const header = readHeader();
  return { stdout: stdout.toString(), stderr: header.read(stderr).toString(), status, start: header.start() };
}

describe('withHeader', () => {
  it('tells the process that the command runs as, and leaves its words as they are', () => {
    const words = ['a b', '', '$HOME', "'", '*'];
    const ran = run(['sh', '-c', 'echo $$; echo oops >&2; printf "<%s>" "$@"; exit 7', 'name', ...words]);
    const [processId = '', ...rest] = ran.stdout.split('\n');
    expect(rest.join('\n')).toBe(words.map((word) => `<${word}>`).join(''));
    expect(ran).toMatchObject({ stderr: 'oops\n', status: 7 });
    expect(ran.start).toEqual({ kind: 'started', processId: Number(processId), keeperIsFirst: false });
  });

  it.each([
    { command: ['no-such-program'], kind: 'missing' },
    { command: ['/no/such/program', 'x'], kind: 'missing' },
    { command: ['/etc/passwd'], kind: 'denied' },
    { command: ['/etc'], kind: 'denied' },
  ])('says that $command is $kind', ({ command, kind }) => {
    expect(run(command)).toMatchObject({ stdout: '', stderr: '', start: { kind } });
  });
});

/** A shell as process 1 of a namespace of its own, if this machine allows that. */
const AS_FIRST = ['unshare', '--pid', '--fork', '--mount-proc', 'sh', '-c', '"$@"; exit'];
const canUnshare = spawnSync('unshare', [...AS_FIRST.slice(1), 'x', 'true']).status === 0;

it.skipIf(!canUnshare).each([
  { name: 'kubectl-debug-keeper', keeperIsFirst: true },
  { name: 'app', keeperIsFirst: false },
])('tells whether process 1 is a keeper, for $name: $keeperIsFirst', ({ name, keeperIsFirst }) => {
  const words = [...AS_FIRST.slice(1), name, ...withHeader(['echo', 'out'])];
  const { stdout, stderr } = spawnSync('unshare', words);
  const header = readHeader();
  expect(header.read(stderr).toString()).toBe('');
  expect(stdout.toString()).toBe('out\n');
  expect(header.start()).toMatchObject({ kind: 'started', keeperIsFirst });
});

describe('readHeader', () => {
  it('finds the header in whatever pieces it comes, and passes everything behind it on', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.array(fc.nat(100)),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (rest, cuts, end, keeperIsFirst) => {
          const all = Buffer.concat([Buffer.from(`421 ok${keeperIsFirst ? ' kept' : ''}${end}`), rest]);
          const header = readHeader();
          const shown: Buffer[] = [];
          const edges = [
            0,
            ...cuts.map((cut) => Math.min(cut, all.length)).toSorted((a, b) => a - b),
            all.length,
          ];
          edges.slice(1).forEach((edge, index) => shown.push(header.read(all.subarray(edges[index], edge))));
          expect(header.start()).toEqual({ kind: 'started', processId: 421, keeperIsFirst });
          expect(Buffer.concat(shown)).toEqual(Buffer.from(rest));
        },
      ),
    );
  });

  it.each(['no header\n', '12 perhaps\n', '\n', 'x'.repeat(100)])('takes nothing away from %j', (text) => {
    const header = readHeader();
    expect(header.read(Buffer.from(text)).toString()).toBe(text);
    expect(header.start()).toEqual({ kind: 'unclear' });
  });
});
