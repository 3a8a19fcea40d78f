import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf, envelopeFields, readEnvelope, RECORD_MARK, type Envelope } from './envelope.ts';

const ON_LINE: Envelope = { kind: 'on-line', waitSeconds: 20 };
const AT_ONCE: Envelope = { kind: 'at-once' };
const TERMINAL: Envelope = { kind: 'terminal', secret: 's3cret' };

/** What the kubelet makes of a word of a command: `$$` is `$`, and `$(NAME)` a value if there is one. */
function expand(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$(?:\$|\(([^)]*)\))/g, (found, name: string | undefined) => {
    if (found === '$$') return '$';
    return name !== undefined && Object.hasOwn(values, name) ? (values[name] ?? '') : found;
  });
}

const SHELLS = ['sh', 'dash', 'bash', 'busybox'].filter(
  (shell) => spawnSync(shell, ['--help']).error === undefined,
);

/** Whether this machine gives a process a namespace in which it is process 1. */
const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

let env: NodeJS.ProcessEnv;
let folder: string;
/** The stay at the end is for a runtime, and there is none here. */
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'envelope-'));
  writeFileSync(path.join(folder, 'sleep'), '#!/bin/sh\n[ "$1" = 2 ] || exec /bin/sleep "$1"\n');
  chmodSync(path.join(folder, 'sleep'), 0o755);
  const others = Object.entries(process.env).filter(([name]) => !/kubectl_debug/i.test(name));
  env = { ...Object.fromEntries(others), PATH: `${folder}:${process.env['PATH'] ?? ''}` };
});
afterAll(() => rmSync(folder, { recursive: true }));

type Fields = ReturnType<typeof envelopeFields>;

/** Starts it as a container would, by one of the shells of this machine. */
function startIn(shell: string, fields: Fields) {
  return startAs(shell, shell === 'busybox' ? ['sh'] : [], fields);
}

function startAs(program: string, words: readonly string[], { command, variable }: Fields) {
  const { name, value = '' } = variable;
  const args = command.slice(1).map((word) => expand(word, {}));
  return spawn(program, [...words, ...args], { env: { ...env, [name]: expand(value, {}) } });
}

async function runIn(
  shell: string,
  fields: Fields,
  input: string,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = startIn(shell, fields);
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('latin1').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('latin1').on('data', (text: string) => (said.stderr += text));
  child.stdin.on('error', () => undefined); // who ends without reading closes the pipe
  child.stdin.end(input);
  await once(child, 'close');
  return { code: child.exitCode, ...said };
}

describe.each(SHELLS)('a command in an envelope of %s', (shell) => {
  const run = (command: readonly string[], input?: string) =>
    runIn(
      shell,
      envelopeFields({ envelope: ON_LINE, hasInput: input !== undefined, command }),
      `word\n${input ?? 'not for the command\n'}`,
    );
  const framed = (stdout: string, stderr: string, code: number, found = 'ok') => ({
    code,
    stdout: `${RECORD_MARK}start word\n${stdout}${RECORD_MARK}stdout word ${code} ${found}\n`,
    stderr: `${stderr}${RECORD_MARK}stderr word ${code} ${found}\n`,
  });

  it.concurrent.each([
    {
      label: 'both streams',
      script: 'echo out; echo err >&2; exit 3',
      stdout: 'out\n',
      stderr: 'err\n',
      code: 3,
    },
    { label: 'no last newline', script: 'printf one; printf two >&2', stdout: 'one', stderr: 'two', code: 0 },
    { label: 'any bytes', script: String.raw`printf 'a\r\nb\0c'`, stdout: 'a\r\nb\0c', stderr: '', code: 0 },
    { label: 'a signal', script: 'kill -TERM $$', stdout: '', stderr: '', code: 143 },
    { label: 'a signal that shells catch', script: 'kill -INT $$', stdout: '', stderr: '', code: 130 },
    { label: 'SIGKILL', script: 'echo out; kill -KILL $$', stdout: 'out\n', stderr: '', code: 137 },
    {
      label: 'a signal that it handles',
      script: 'trap "echo heard" INT; kill -INT $$',
      stdout: 'heard\n',
      stderr: '',
      code: 0,
    },
    { label: 'an empty stdin', script: 'cat', stdout: '', stderr: '', code: 0 },
  ])('gives $label as they are', async ({ script, stdout, stderr, code }) => {
    expect(await run(['sh', '-c', script])).toEqual(framed(stdout, stderr, code));
  });

  it.concurrent('reads what follows the first line', async () => {
    expect(await run(['cat'], 'one\n\ntwo')).toEqual(framed('one\n\ntwo', '', 0));
  });

  it.concurrent('has its arguments as they were typed', async () => {
    const words = ['', ' a  b ', '$$', '$(PATH)', "it's", '"', '*', '\\n', '-n', '`id`', 'two\nlines'];
    const found = await run(['printf', '<%s>', ...words]);
    expect(found).toEqual(framed(words.map((word) => `<${word}>`).join(''), '', 0));
  });

  it.concurrent.each([
    { command: ['no-such-program'], code: 127, found: 'missing' },
    { command: ['/no/such/program'], code: 127, found: 'missing' },
    { command: ['/etc/passwd'], code: 126, found: 'denied' },
    { command: ['/etc'], code: 126, found: 'denied' },
  ])('is told to be $found where it is $command', async ({ command, code, found }) => {
    expect(await run(command)).toEqual(framed('', '', code, found));
  });

  it.concurrent('has none of the variables of its envelope', async () => {
    const { stdout } = await run(['env']);
    expect(stdout).toMatch(/^PATH=/m);
    expect(stdout.match(/^\w*(?:kdbg|kubectl_debug|secret|word)\w*=.*$/gim) ?? []).toEqual([]);
  });

  it.concurrent('tells of a shell on a terminal how it ended', async () => {
    const command = envelopeFields({
      envelope: TERMINAL,
      hasInput: true,
      command: [shell === 'busybox' ? 'sh' : shell],
    });
    expect(await runIn(shell, command, 'echo out; exit 7\n')).toEqual({
      code: 7,
      stdout: `out\n${RECORD_MARK}stdout s3cret 7 ok\n`,
      stderr: '',
    });
  });

  it.skipIf(!canUnshare).concurrent('says so where its shell is process 1', async () => {
    const fields = envelopeFields({ envelope: ON_LINE, hasInput: false, command: ['echo', 'out'] });
    const words = shell === 'busybox' ? ['busybox', 'sh'] : [shell];
    const child = startAs('unshare', ['--pid', '--fork', '--mount-proc', ...words], fields);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stdin.end('word\n');
    await once(child, 'close');
    expect(Buffer.concat(chunks).toString('latin1')).toBe(
      `${RECORD_MARK}start word first\nout\n${RECORD_MARK}stdout word 0 ok\n`,
    );
  });

  it.concurrent('does not run where nobody gives the word', async () => {
    const command = envelopeFields({ envelope: ON_LINE, hasInput: false, command: ['echo', 'ran'] });
    expect(await runIn(shell, command, '')).toEqual({ code: 125, stdout: '', stderr: '' });
  });

  it.concurrent('ends by itself where nobody comes in time', async () => {
    const envelope = { kind: 'on-line', waitSeconds: 1 } as const;
    const child = startIn(shell, envelopeFields({ envelope, hasInput: false, command: ['echo', 'ran'] }));
    await once(child, 'close'); // its stdin is still open
    expect(child.exitCode).toBe(125);
  });

  it.concurrent(
    'makes up a secret where it is to run at once, tells it first on both streams, and how long the command took',
    async () => {
      const script = '/bin/sleep 0.2; echo out; echo err >&2; exit 4';
      const command = envelopeFields({ envelope: AT_ONCE, hasInput: false, command: ['sh', '-c', script] });
      const { code, stdout, stderr } = await runIn(shell, command, '');
      const secret = /start (\S+)\n/.exec(stdout)?.[1] ?? '';
      expect(secret.length).toBeGreaterThan(0);
      const hundredths = / 4 ok (\d+)\n$/.exec(stdout)?.[1] ?? '';
      expect(Number(hundredths)).toBeGreaterThanOrEqual(19);
      expect({ code, stdout, stderr }).toEqual({
        code: 4,
        stdout: `${RECORD_MARK}start ${secret}\nout\n${RECORD_MARK}stdout ${secret} 4 ok ${hundredths}\n`,
        stderr: `${RECORD_MARK}start ${secret}\nerr\n${RECORD_MARK}stderr ${secret} 4 ok ${hundredths}\n`,
      });
    },
  );
});

describe('envelopeFields', () => {
  it.each([ON_LINE, AT_ONCE, TERMINAL])('leaves little of itself in ps ($kind)', (envelope) => {
    const { command } = envelopeFields({ envelope, hasInput: false, command: ['ls'] });
    expect(command.join(' ').length).toBeLessThan(70);
  });

  const all = [ON_LINE, AT_ONCE, TERMINAL];
  const word = fc.array(fc.constantFrom('$', '$', '(', ')', 'X', 'Y', ' ', '{', "'"), { maxLength: 12 });

  it.each(all)('hands over any words as they were typed ($kind)', (envelope) => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (parts) => {
        const command = parts.map((letters) => letters.join(''));
        const words = envelopeFields({ envelope, hasInput: false, command }).command;
        const arrived = words.map((text) => expand(text, { X: 'value', Y: 'other' }));
        expect(arrived.slice(-command.length)).toEqual(command);
      }),
    );
  });

  it.each([
    { typed: '$(X)', arrives: 'value' },
    { typed: 'a$(X)b$(Y)', arrives: 'avalueb$(Y)' },
    { typed: '$$(X)', arrives: '$$(X)' },
    { typed: '$$', arrives: '$$' },
    { typed: '$(X', arrives: '$(X' },
  ])('lets the kubelet replace the variables that --env gives: $typed', ({ typed, arrives }) => {
    const { command } = envelopeFields({ envelope: AT_ONCE, hasInput: false, command: [typed] }, ['X']);
    expect(expand(command.at(-1) ?? '', { X: 'value', Y: 'other' })).toBe(arrives);
  });

  it.each([
    { command: ['bash', '-c', 'true'], shell: 'bash' },
    { command: ['/busybox/sh'], shell: '/busybox/sh' },
    { command: ['fish', '-c', 'true'], shell: 'sh' },
    { command: ['ls'], shell: 'sh' },
  ])('takes the shell that $command begins with: $shell', ({ command, shell }) => {
    expect(envelopeFields({ envelope: ON_LINE, hasInput: false, command }).command[0]).toBe(shell);
  });
});

describe('readEnvelope', () => {
  it.each([
    { envelope: ON_LINE, hasInput: true },
    { envelope: ON_LINE, hasInput: false },
    { envelope: AT_ONCE, hasInput: false },
    { envelope: TERMINAL, hasInput: true },
  ])('reads what was made: $envelope.kind, stdin $hasInput', ({ envelope, hasInput }) => {
    const made = { envelope, hasInput, command: ['ls', '-l'] };
    const { command, variable } = envelopeFields(made);
    const container = { name: 'debugger', command, env: [{ name: 'COLOUR', value: 'blue' }, variable] };
    expect(readEnvelope(container)).toEqual(made);
    expect(commandOf(container)).toEqual(['ls', '-l']);
  });

  it.each([
    { label: 'no command', container: { name: 'debugger' } },
    {
      label: 'another script',
      container: { name: 'debugger', command: ['sh', '-c', 'id', 'kubectl-debug', '9'] },
    },
    {
      label: 'the script of another version',
      container: {
        name: 'debugger',
        command: ['sh', '-c', 'eval "$KUBECTL_DEBUG_ENVELOPE"', 'kubectl-debug', '9', 'null', 'id'],
        env: [{ name: 'KUBECTL_DEBUG_ENVELOPE', value: 'exit 0' }],
      },
    },
  ])('finds none in a container with $label', ({ container }) => {
    expect(readEnvelope(container)).toBeUndefined();
  });
});
