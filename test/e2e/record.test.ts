import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BASH_IMAGE, DASH_IMAGE, DEBUG_IMAGE } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { openForwarder } from './forwarder.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, startProgram } from './program.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-e2e-record-'));
let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('record');
  await namespace.create([aPod('app')]);
});
afterEach(closeTerminals);
afterEach(endPrograms);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await namespace.remove();
});

let files = 0;
const newFile = (): string => {
  files += 1;
  return path.join(folder, `record-${files}`);
};

const call = (...argv: readonly string[]): readonly string[] => [
  'app',
  `--namespace=${namespace.name}`,
  '--target=',
  ...argv,
];

/** What asciinema prints of a record; it needs a terminal. */
const catOf = (file: string): string =>
  execFileSync('script', ['-qec', `asciinema cat ${file}`, '/dev/null'], { encoding: 'utf8', stdio: 'pipe' });

const marksOf = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as readonly [number, string, string])
    .flatMap(([, code, data]) => (code === 'm' ? [data] : []));

describe('asciinema reads a record', () => {
  it('of a terminal: every byte that was shown, and the hash is that of the file', async () => {
    const file = newFile();
    // A command on a terminal has no envelope: the runtime of a busy node drops what comes right before its end.
    const script =
      'printf "grün €\\033[1m\\n"; i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo "line $i äöü"; done; sleep 2; exit 3';
    const { exitCode, stdout, stderr } = await runProgram(
      call(`--image=${DEBUG_IMAGE}`, '-it', `--record=${file}`, '--', 'sh', '-c', script),
    );
    expect(exitCode).toBe(3);
    expect(stdout).toContain('line 3000 äöü');
    expect(catOf(file)).toBe(stdout);
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(stderr).toContain(`record: ${file}, sha256 ${sha256}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('"user":"admin"');
  });

  it('of a command, with the line ends of a terminal', async () => {
    const file = newFile();
    const { stdout } = await runProgram(
      call(`--image=${DEBUG_IMAGE}`, `--record=${file}`, '--', 'seq', '1', '20000'),
    );
    expect(stdout.endsWith('20000\n')).toBe(true);
    expect(catOf(file).replaceAll('\r\n', '\n')).toBe(stdout);
  });

  it('of a session whose connection was lost: each line once, and both marks', async () => {
    const file = newFile();
    const forwarder = await openForwarder();
    // It stays until it is joined again, however long that takes.
    const count =
      'i=0; while [ $i -lt 60 ]; do i=$((i+1)); echo "line $i of sixty"; sleep 0.1; done; until [ -e /tmp/over ]; do sleep 0.1; done; sleep 2';
    const program = startProgram(
      [
        ...forwarder.flags,
        ...call(`--image=${DEBUG_IMAGE}`, '-it', '-c', 'cut', `--record=${file}`, '--', 'sh', '-c', count),
      ],
      { inputGoesOn: true },
    );
    await program.waitFor('stdout', /line 30 of sixty/);
    forwarder.cut();
    await program.waitFor('stderr', /lost the connection/);
    await sleep(1000);
    forwarder.mend();
    await program.waitFor('stderr', /reconnected/);
    await kubectl(['exec', 'app', '-n', namespace.name, '-c', 'cut', '--', 'touch', '/tmp/over']);
    const { exitCode, stdout, stderr } = await program.ended;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) as string });
    expect(catOf(file)).toBe(stdout);
    expect(stdout.match(/line \d+ of sixty/g)).toEqual(
      Array.from({ length: 60 }, (_, index) => `line ${index + 1} of sixty`),
    );
    const marks = marksOf(file).map(
      (mark) => /^(?:container|lost|connected again|ended: exit code 0)/.exec(mark)?.[0],
    );
    expect(marks).toEqual(['container', 'lost', 'connected again', 'ended: exit code 0']);
  });
});

it.each(
  [
    { label: "busybox's ash", image: DEBUG_IMAGE, prompt: '# ' },
    { label: 'bash', image: BASH_IMAGE, prompt: '# ' },
    { label: 'dash', image: DASH_IMAGE, prompt: '$ ' },
  ].filter(({ image }) => image !== undefined),
)(
  'has the command lines of $label as a person edited them, and no password',
  async ({ image = '', prompt }) => {
    const file = newFile();
    const terminal = await openTerminal();
    await terminal.start(call(`--image=${image}`, '-it', `--record=commands:${file}`, '--', 'sh'));
    await terminal.waitFor(/ · logged/);
    const enter = async (keys: string, printed: RegExp | string): Promise<void> => {
      terminal.type(keys);
      await terminal.waitFor(printed);
      await terminal.waitFor(prompt);
    };
    // dash does not draw the prompt again that it wrote before the attach, and two stand on a line where Enter came before the
    // first. The output of a first command shows that the prompt behind it is the next one.
    await enter('\recho $((20+3))?\r', '23?');
    await enter('cd /tmp\r', '/tmp');
    await enter('echo $((40+2))xx\x7f\x7f?; false\r', '42?');
    await enter(`echo ${'0123456789'.repeat(12)} | wc -c\r`, '121');
    terminal.type('stty -echo; echo $((30+4))?; read -r x; stty echo; echo "${#x} keys"\r');
    await terminal.waitFor('34?');
    await enter('sesame-4711\r', '11 keys');
    terminal.type('exit 6\r');
    expect(await terminal.exitCode()).toBe(6);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('sesame');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const told = lines
      .filter(({ kind }) => kind === 'command' || kind === 'result')
      .map((each) =>
        each['kind'] === 'command' ? `${String(each['cwd'])}: ${String(each['line'])}` : each['exitCode'],
      );
    expect(told.slice(told.indexOf('/: cd /tmp'))).toEqual([
      '/: cd /tmp',
      0,
      '/tmp: echo $((40+2))?; false',
      1,
      `/tmp: echo ${'0123456789'.repeat(12)} | wc -c`,
      0,
      '/tmp: stty -echo; echo $((30+4))?; read -r x; stty echo; echo "${#x} keys"',
      0,
      '/tmp: exit 6',
    ]);
    expect(terminal.shown()).not.toContain(']7337;'); // a hash can have the digits;
  },
);

it.runIf(process.geteuid?.() === 0)(
  'ends a session when the disk is full, and tells the way back',
  async () => {
    const small = mkdtempSync(path.join(folder, 'small-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32k,mode=700', 'tmpfs', small]);
    try {
      const file = path.join(small, 'full.cast');
      const script = 'while :; do echo 0123456789; sleep 0.001; done';
      const { exitCode, stdout, stderr } = await runProgram(
        call(
          `--image=${DEBUG_IMAGE}`,
          '-it',
          '--container=full',
          `--record=${file}`,
          '--',
          'sh',
          '-c',
          script,
        ),
      );
      expect(exitCode).toBe(125);
      expect(stderr).toMatch(/cannot go on recording to .*ENOSPC.*\[record-failed\]/);
      expect(stderr).toContain(`to come back: kubectl-debug attach app -n ${namespace.name} -c full`);
      // Nothing was shown that is not in the record.
      expect(stdout.trimEnd()).toBe(catOf(file).trimEnd());
    } finally {
      execFileSync('umount', [small]);
    }
  },
);
