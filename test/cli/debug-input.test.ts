import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { finish } from '../drivers/run-command.ts';
import { someBytes } from '../samples/some-bytes.ts';

let cluster: RunPlayground;
let pod: string;
/** Its status comes later than an attach can. */
let lagging: string;
beforeAll(async () => {
  cluster = await runPlayground();
  pod = await cluster.makePod();
  lagging = await cluster.makePod({ kind: 'run', statusLagMs: 400 });
});
afterAll(() => cluster.close());

const debug = (name: string, script: string): readonly string[] => [
  name,
  '--image=busybox',
  '-iq',
  '--',
  'sh',
  '-c',
  script,
];

describe('a pipe on stdin that nobody asked for', () => {
  const DROPPED = 'stdin is not passed to the command; add -i only if it is meant for it\n';
  const cat = (...flags: string[]): readonly string[] => [pod, '--image=busybox', ...flags, '--', 'cat'];

  it.each([
    { label: 'is spoken of', flags: [], input: 'x\n', said: DROPPED },
    {
      label: 'is spoken of where the command is run by exec',
      flags: ['--via=exec'],
      input: 'x',
      said: DROPPED,
    },
    { label: 'and has nothing is not', flags: [], input: '', said: '' },
    { label: 'is not spoken of with -q', flags: ['-q'], input: 'x', said: '' },
  ])('$label', async ({ flags, input, said }) => {
    const command = cluster.start(cat(...flags));
    command.stdin.end(input);
    const { stdout, stderr } = await finish(command);
    expect(stdout).toBe('');
    expect(stderr.includes(DROPPED)).toBe(said !== '');
  });

  it('is spoken of once, also when it comes late', async () => {
    const gate = cluster.makeGate();
    const command = cluster.start([
      pod,
      '--image=busybox',
      '-c',
      'late',
      '--target=',
      '--',
      'sh',
      '-c',
      `echo on; ${gate.wait}`,
    ]);
    await command.untilStdout('on');
    command.stdin.write('late');
    await gate.open();
    expect(await finish(command)).toMatchObject({ stderr: DROPPED });
  });

  it('is left alone where only a name is asked for', async () => {
    const command = cluster.start([pod, '--image=busybox', '-d', '--', 'true']);
    command.stdin.end('x');
    expect((await finish(command)).stderr).not.toContain('stdin');
  });

  it('is spoken of by attach', async () => {
    const own = await cluster.makePod();
    const gate = cluster.makeGate();
    const begun = ['-c', 'dbg', '--envelope=false', '-d', '--', 'sh', '-c', gate.wait];
    await finish(cluster.start([own, '--image=busybox', ...begun]));
    const command = cluster.start(['attach', own]);
    command.stdin.end('x');
    await command.untilStderr('stdin is not passed to the command: its container was started without -i');
    await gate.open();
    await command.ended;
  });
});

describe('a pipe on stdin', () => {
  it.each([
    { label: 'text without a newline at its end', input: Buffer.from('one\ntwo\r\nthree, ünd') },
    { label: 'nothing', input: Buffer.alloc(0) },
    { label: 'carriage returns', input: Buffer.from('a\rb\r\nc\r\r\n\r') },
    { label: '1 MiB of any bytes', input: someBytes(1024 * 1024) },
  ])('hands $label to the command and returns all of it', async ({ input }) => {
    const command = cluster.start(debug(pod, 'cat'));
    command.stdin.end(input);
    expect(await command.ended).toBe(0);
    expect(command.stdoutBytes().equals(input)).toBe(true);
  });

  it('tells the command where the input ends, and keeps stderr apart', async () => {
    const command = cluster.start(debug(pod, 'wc -c; echo over >&2; exit 4'));
    command.stdin.end('12345');
    expect(await finish(command)).toEqual({
      exitCode: 4,
      stdout: expect.stringMatching(/^\s*5\n$/) as string,
      stderr: 'over\n',
    });
  });

  it('ends with the command, though the pipe is still open', async () => {
    const command = cluster.start(debug(pod, 'read line; echo "$line"; exit 6'));
    command.stdin.write('first\nsecond\n');
    expect(await finish(command)).toEqual({ exitCode: 6, stdout: 'first\n', stderr: '' });
  });
});

describe('output that comes before we could attach', () => {
  it.each([
    { label: 'of a command that has ended', script: 'echo early; exit 5', stdout: 'early\n', exitCode: 5 },
    { label: 'of many lines', script: 'seq 1 3000; cat', stdout: `${lines(3000)}later\n`, exitCode: 0 },
    {
      label: 'and goes on as we do',
      script: 'for i in $(seq 1 60); do echo $i; sleep 0.01; done; cat',
      stdout: `${lines(60)}later\n`,
      exitCode: 0,
    },
    {
      label: 'and cannot be told from what comes after it',
      script: 'for i in $(seq 1 60); do echo same; sleep 0.01; done; echo done; cat',
      stdout: `${'same\n'.repeat(60)}done\nlater\n`,
      exitCode: 0,
    },
    {
      label: 'and is followed by a pause',
      script: 'yes same | head -500; sleep 0.6; echo done; exit 7',
      stdout: `${'same\n'.repeat(500)}done\n`,
      exitCode: 7,
    },
  ])('is shown once and in order: $label', async ({ script, stdout, exitCode }) => {
    const command = cluster.start(debug(lagging, script));
    command.stdin.end('later\n');
    expect(await finish(command)).toEqual({ exitCode, stdout, stderr: '' });
  });

  it('is shown before the command gets any input', async () => {
    const command = cluster.start(debug(lagging, 'echo name?; read name; echo "hello $name"; exit 3'));
    await command.untilStdout('name?\n');
    command.stdin.write('world\n');
    expect(await finish(command)).toEqual({ exitCode: 3, stdout: 'name?\nhello world\n', stderr: '' });
  });
});

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('');
}
