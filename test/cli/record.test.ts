import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aFolder } from '../builders/a-folder.ts';
import { finish, type RunningCommand } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { until } from '../drivers/until.ts';

const folder = await aFolder();
let cluster: RunPlayground;
let pod: string;
beforeAll(async () => {
  cluster = await runPlayground();
  pod = await cluster.makePod();
});
afterAll(() => cluster.close());

const IMAGE = '--image=busybox';
let files = 0;
const newFile = (): string => {
  files += 1;
  return path.join(folder.path, `record-${files}`);
};

type CastEvent = readonly [number, string, string];

async function readCast(file: string) {
  const [header = '', ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const events = lines.map((line) => JSON.parse(line) as CastEvent);
  const of = (code: string) => events.filter(([, each]) => each === code).map(([, , data]) => data);
  return { header: JSON.parse(header) as Record<string, unknown>, events, of, output: of('o').join('') };
}

/** The commands of a record, with their folders and exit codes. */
async function readCommands(file: string): Promise<readonly string[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const all = lines.map((line) => JSON.parse(line) as Record<string, string | number>);
  const results = new Map(
    all.flatMap((each) => (each['kind'] === 'result' ? [[each['number'], each['exitCode']]] : [])),
  );
  return all
    .filter(({ kind }) => kind === 'command')
    .map((each) => `${each['cwd']}: ${each['line']} -> ${results.get(each['number']) ?? 'none'}`);
}

const shell = (argv: readonly string[], env: Readonly<Record<string, string>> = {}): RunningCommand =>
  cluster.start(['-it', pod, IMAGE, '--target=', ...argv], { isTerminal: true, env });

const PROMPT = /[#$>] $/;
/** What ends the output of a program that shows no prompt. */
const LINE_END = /\n/;

/** Types a line, and waits for what it prints, and then for `next`: dash does not show behind its prompt what was typed ahead. */
async function enter(command: RunningCommand, line: string, printed: string, next = PROMPT): Promise<void> {
  const from = command.stdoutText().length;
  command.stdin.write(`${line}\n`);
  const shown = () => command.stdoutText().slice(from);
  await until(
    () => shown().includes(printed) && next.test(shown()),
    () => `${printed} in ${shown()}`,
  );
}

/** The start of a mark; its digits alone may stand in the name of a folder. */
const MARK = ']7337;';

describe('the record of a terminal', () => {
  it('has what was shown, the sizes and the end, and the hash that is printed is that of the file', async () => {
    const file = newFile();
    const command = shell([`--record=${file}`, '--', 'sh', '-c', 'echo grün; read x; echo "got $x"; exit 3']);
    await command.untilStdout('grün');
    command.resizeTo({ columns: 132, rows: 50 });
    command.stdin.write('typed\n');
    expect(await command.ended).toBe(3);
    const { header, of, output } = await readCast(file);
    expect(output).toBe(command.stdoutText());
    expect(output).toContain('got typed');
    expect(of('r')).toEqual(['132x50']);
    expect(of('i')).toEqual([]);
    expect(of('m').at(-1)).toBe('ended: exit code 3');
    expect(header).toMatchObject({
      version: 2,
      width: 80,
      height: 24,
      title: `debug of default/${pod}`,
    });
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    expect(command.stderrText()).toContain(`record: ${file}, sha256 ${sha256}`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('says who did what where, without secrets', async () => {
    const file = newFile();
    const { uid } = cluster.readPod(pod).metadata;
    const canary = '--env=PASSWORD=sesame-1';
    const command = cluster.start([
      pod,
      IMAGE,
      '-q',
      `--record=${file}`,
      '--target=app',
      '-c',
      'told',
      canary,
      '--',
      'echo',
      'a b',
    ]);
    expect(await command.ended).toBe(0);
    const { header } = await readCast(file);
    expect(header['kubectl-debug']).toMatchObject({
      commandLine: `kubectl-debug debug ${pod} --image=busybox -q --record=${file} --target=app -c told -- echo 'a b'`,
      namespace: 'default',
      pod,
      podUid: uid,
      container: 'told',
      image: 'busybox',
      target: 'app',
      command: "echo 'a b'",
      server: expect.stringMatching(/^https:/),
    });
    expect(await readFile(file, 'utf8')).not.toContain('sesame');
  });

  it('has no password that is typed unseen, and no key without --record-input', async () => {
    const [file, withInput] = [newFile(), newFile()];
    for (const flags of [[`--record=${file}`], [`--record=${withInput}`, '--record-input']]) {
      const command = shell([
        ...flags,
        '--',
        'sh',
        '-c',
        'stty -echo; echo ready; read x; stty echo; echo thanks',
      ]);
      await command.untilStdout('ready');
      await enter(command, 'sesame-2', 'thanks', LINE_END);
      expect(await command.ended).toBe(0);
    }
    expect(await readFile(file, 'utf8')).not.toContain('sesame');
    expect((await readCast(withInput)).of('i').join('')).toBe('sesame-2\n');
  });
});

describe('the record of a command', () => {
  it('has both streams, with the line ends of a terminal', async () => {
    const file = newFile();
    const argv = [
      pod,
      IMAGE,
      `--record=${file}`,
      '--',
      'sh',
      '-c',
      'echo out; echo err >&2; printf "\\377\\n"; exit 4',
    ];
    const { exitCode, stdout } = await finish(cluster.start(argv));
    expect([exitCode, stdout.startsWith('out\n')]).toEqual([4, true]);
    const { output } = await readCast(file);
    expect(output.trimEnd().split('\r\n').toSorted()).toEqual(['err', 'out', '\ufffd'].toSorted());
  });

  it('goes to a file for each pod, in the folder of records or in one that is named', async () => {
    const names = await cluster.makePods('each', 2);
    const state = newFile();
    const target = `${newFile()}/`;
    await mkdir(state);
    for (const record of ['--record', `--record=${target}`]) {
      const argv = [...names, IMAGE, '-q', record, '--', 'hostname'];
      const { exitCode, stderr } = await finish(cluster.start(argv, { env: { XDG_STATE_HOME: state } }));
      expect([exitCode, stderr.match(/^record: /gm)]).toEqual([0, ['record: ', 'record: ']]);
    }
    for (const place of [path.join(state, 'kubectl-debug', 'records'), target]) {
      const found = (await readdir(place)).toSorted();
      expect(found.map((name) => /^\d{8}-\d{6}-default-(each-\d)-.+\.cast$/.exec(name)?.[1])).toEqual(names);
    }
  });

  it('has the command that --via=exec runs', async () => {
    const file = newFile();
    const { exitCode, stdout } = await finish(
      cluster.start([
        pod,
        IMAGE,
        '-q',
        '--via=exec',
        `--record=${file}`,
        '--',
        'sh',
        '-c',
        'echo by exec; exit 5',
      ]),
    );
    expect([exitCode, stdout]).toEqual([5, 'by exec\n']);
    expect((await readCast(file)).output).toBe('by exec\r\n');
  });
});

it('has what attach shows', async () => {
  const file = newFile();
  const first = shell([
    '-c',
    'rejoined',
    '--',
    'sh',
    '-c',
    'echo begun; while read x; do echo "got $x"; done',
  ]);
  await first.untilStdout('begun');
  first.stdin.write('\u0010\u0011');
  expect(await first.ended).toBe(0);
  const again = cluster.start(['attach', pod, '-c', 'rejoined', `--record=${file}`], { isTerminal: true });
  await until(() => again.rawModes.length > 0, again.stderrText);
  await enter(again, 'two', 'got two', LINE_END);
  again.stdin.write('\u0004');
  expect(await again.ended).toBe(0);
  expect((await readCast(file)).output).toBe(again.stdoutText());
  expect((await readCast(file)).of('m').at(-1)).toBe('ended: exit code 0');
});

it.each([[], ['--via=exec']])('says that a session was left by the detach keys %j', async (...via) => {
  const file = newFile();
  const command = shell([...via, `--record=${file}`, '--', 'sh', '-c', 'echo begun; read x']);
  await command.untilStdout('begun');
  command.stdin.write('\u0010\u0011');
  expect(await command.ended).toBe(0);
  expect((await readCast(file)).of('m').at(-1)).toBe('detached');
});

it('has the outputs of an audit, each below its pod', async () => {
  const file = newFile();
  await cluster.makePods('audited', 2);
  const argv = ['audit', '-l', 'test=audited', '-y', '-q', IMAGE, `--record=${file}`, '--', 'echo', 'same'];
  const { exitCode, stderr } = await finish(cluster.start(argv, { env: { XDG_STATE_HOME: folder.path } }));
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`record: ${file}, sha256 `)]);
  const { output, of } = await readCast(file);
  expect(output.trimEnd().split('\r\n').toSorted()).toEqual([
    '==> default/audited-1: exit code 0 <==',
    '==> default/audited-2: exit code 0 <==',
    'same',
    'same',
  ]);
  expect(of('m').at(-1)).toBe('ended: complete');
});

describe('a record of commands', () => {
  it.each([
    { program: 'sh', loop: ['for i in 1 2 -> 0', 'do echo $((i+7))?; done -> 0'] },
    { program: 'bash', loop: ['for i in 1 2; do echo $((i+7))?; done -> 0'] },
  ])(
    'has the lines of $program, their folders and exit codes, and no mark is shown',
    async ({ program, loop }) => {
      const file = newFile();
      const command = shell([`--record=commands:${file}`, '--env=HOME=/', '--', program]);
      // dash does not draw the prompt again that it wrote before the attach. Whether Enter came first only shows afterwards.
      if (program === 'sh') await enter(command, '', '$ ');
      await enter(command, 'echo $((20+3))?', '23?');
      await enter(command, 'cd /tmp && echo $((40+2))?', '42?');
      await enter(command, '(exit 3); true; echo in $PWD; false', 'in /tmp');
      await enter(command, 'for i in 1 2', '> ');
      await enter(command, 'do echo $((i+7))?; done', '9?');
      await enter(command, 'read -r x; echo "$((x*2))."', '."', LINE_END);
      await enter(command, '21', '42.');
      command.stdin.write('exit 6\n');
      expect(await command.ended).toBe(6);
      const all = await readCommands(file);
      const commands = all.slice(all.findIndex((each) => each.includes('cd /tmp')));
      expect(commands.map((each) => each.replace(/^.*?: /, ''))).toEqual([
        'cd /tmp && echo $((40+2))? -> 0',
        '(exit 3); true; echo in $PWD; false -> 1',
        ...loop,
        'read -r x; echo "$((x*2))." -> 0',
        'exit 6 -> none',
      ]);
      expect(commands[1]).toMatch(/^\/tmp: /);
      expect(command.stdoutText()).not.toContain(MARK);
      expect(command.stdoutText()).not.toContain('\\[');
    },
  );

  it.each([
    { label: 'a command', argv: ['-it', IMAGE, '--', 'ls'], why: 'the command is not sh, ash, dash or bash' },
    { label: 'an image of others', argv: ['-it', IMAGE], why: 'nobody knows which program the image starts' },
    { label: 'no terminal', argv: ['-i', IMAGE, '--', 'sh'], why: 'this is no shell on a terminal' },
  ])('is refused for $label, before anything is created', async ({ argv, why }) => {
    const before = cluster.readPod(pod).spec.ephemeralContainers?.length;
    const command = cluster.start([pod, '--record=commands', ...argv], { isTerminal: true });
    expect(await command.ended).toBe(125);
    expect(command.stderrText()).toContain(`${why} [usage]`);
    expect(cluster.readPod(pod).spec.ephemeralContainers?.length).toBe(before);
  });

  it('leaves a shell of which attach records everything without its marks', async () => {
    const file = newFile();
    const first = shell([`--record=commands:${newFile()}`, '-c', 'marked', '--', 'bash']);
    await enter(first, '', process.geteuid?.() === 0 ? '# ' : '$ ');
    first.stdin.write('\u0010\u0011');
    expect(await first.ended).toBe(0);
    const again = cluster.start(['attach', pod, '-c', 'marked', `--record=${file}`], { isTerminal: true });
    await until(() => again.rawModes.length > 0, again.stderrText);
    await enter(again, 'echo $((40+2))?', '42?');
    again.stdin.write('exit 6\n');
    expect(await again.ended).toBe(6);
    const { output } = await readCast(file);
    expect(output).toBe(again.stdoutText());
    expect(output).toContain('echo $((40+2))?');
    expect(output).not.toContain(MARK);
  });

  it('is refused by attach for a shell that was started without it', async () => {
    const first = shell(['-c', 'unmarked', '--', 'sh']);
    await until(() => first.rawModes.length > 0, first.stderrText);
    first.stdin.write('\u0010\u0011');
    expect(await first.ended).toBe(0);
    const argv = ['attach', pod, '-c', 'unmarked', `--record=commands:${newFile()}`];
    const { exitCode, stderr } = await finish(cluster.start(argv, { isTerminal: true }));
    expect([exitCode, stderr]).toEqual([
      125,
      expect.stringContaining('does not tell its command lines [usage]'),
    ]);
  });
});

describe('a record that cannot be written', () => {
  it.each<{ label: string; record: () => Promise<string>; why: string }>([
    {
      label: 'a file that exists',
      record: async () => {
        const file = newFile();
        await writeFile(file, 'kept');
        return file;
      },
      why: 'it exists already',
    },
    {
      label: 'a folder that is missing',
      record: () => Promise.resolve(`${newFile()}/a.cast`),
      why: 'ENOENT',
    },
    {
      label: 'a folder without /',
      record: async () => {
        const made = newFile();
        await mkdir(made);
        return made;
      },
      why: 'it is a folder',
    },
    // It says so at once, and does not try for ever.
    { label: 'a folder in /proc', record: () => Promise.resolve('/proc/x/'), why: 'takes no new folders' },
    { label: 'a file as a folder', record: () => Promise.resolve('/dev/null/'), why: 'EEXIST' },
  ])('keeps a session from starting: $label', async ({ record, why }) => {
    const before = cluster.readPod(pod).spec.ephemeralContainers?.length;
    const file = await record();
    const { exitCode, stderr, stdout } = await finish(
      cluster.start([pod, IMAGE, `--record=${file}`, '--', 'ls']),
    );
    expect([exitCode, stdout]).toEqual([125, '']);
    if (why === 'it is a folder') expect(stderr).toContain(`hint: for a new file in it: --record=${file}/\n`);
    expect(stderr).toMatch(new RegExp(`error: cannot record to .*${why}.* \\[record-failed\\]\nhint: `));
    expect(cluster.readPod(pod).spec.ephemeralContainers?.length).toBe(before);
  });

  it('keeps an audit from starting', async () => {
    const [name = ''] = await cluster.makePods('unrecorded', 1);
    const argv = ['audit', name, IMAGE, '--record=/dev/null/x', '--', 'ls'];
    const { exitCode, stderr } = await finish(cluster.start(argv, { env: { XDG_STATE_HOME: folder.path } }));
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('[record-failed]')]);
    expect(cluster.readPod(name).spec.ephemeralContainers).toBeUndefined();
  });

  it('is not left behind by an audit that cannot begin', async () => {
    const file = newFile();
    const [name = ''] = await cluster.makePods('unjournaled', 1);
    const argv = ['audit', name, IMAGE, `--record=${file}`, '--', 'ls'];
    const { exitCode, stderr } = await finish(
      cluster.start(argv, { env: { XDG_STATE_HOME: '/dev/null/x' } }),
    );
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('[journal-failed]')]);
    await expect(stat(file)).rejects.toThrow(/ENOENT/);
  });

  it.runIf(process.geteuid?.() === 0)('ends an audit when the disk is full', async () => {
    const small = newFile();
    await mkdir(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k,mode=700', 'tmpfs', small]);
    onTestFinished(() => void execFileSync('umount', [small]));
    const [name = ''] = await cluster.makePods('large', 1);
    const argv = ['audit', name, IMAGE, `--record=${small}/a.cast`, '--', 'seq', '1', '10000'];
    const { exitCode, stderr } = await finish(cluster.start(argv, { env: { XDG_STATE_HOME: folder.path } }));
    expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/cannot go on recording .*ENOSPC/)]);
    expect((await readCast(`${small}/a.cast`)).output).not.toContain('10000');
  });

  it('is deleted if the session never began', async () => {
    const file = newFile();
    const argv = ['no-such-pod', IMAGE, `--record=${file}`, '--', 'ls'];
    expect((await finish(cluster.start(argv))).exitCode).toBe(125);
    await expect(stat(file)).rejects.toThrow(/ENOENT/);
  });

  it.runIf(process.geteuid?.() === 0)(
    'ends the session when the disk is full, with the way back',
    async () => {
      const small = newFile();
      await mkdir(small);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24k', 'tmpfs', small]);
      onTestFinished(() => void execFileSync('umount', [small]));
      await chmod(small, 0o700);
      const file = path.join(small, 'a.cast');
      const command = shell([
        `--record=${file}`,
        '-c',
        'filling',
        '--',
        'sh',
        '-c',
        'while :; do echo 0123456789; sleep 0.002; done',
      ]);
      expect(await command.ended).toBe(125);
      const stderr = command.stderrText();
      expect(stderr).toContain(`cannot go on recording to ${file}: ENOSPC`);
      expect(stderr).toContain(`to come back: kubectl-debug attach ${pod} -n default -c filling`);
      const { output } = await readCast(file);
      expect(output).not.toBe('');
      // What was shown is what was recorded.
      expect(command.stdoutText().startsWith(output)).toBe(true);
      expect(command.stdoutText().slice(output.length)).not.toContain('0123');
      expect(command.rawModes.at(-1)).toBe(false);
    },
  );
});

it.each([
  { argv: ['--record', '-d'], why: '--record records a session, but this call has none' },
  { argv: ['--record-input'], why: '--record-input is about a record, but there is none' },
  { argv: ['--record='], why: '--record needs a file' },
  { argv: ['--record=commands', '--record-input', '-it'], why: 'but --record-input all keys' },
])('refuses $argv', async ({ argv, why }) => {
  const { exitCode, stderr } = await finish(cluster.start([pod, IMAGE, ...argv]));
  expect([exitCode, stderr]).toEqual([125, expect.stringContaining(why)]);
});

it('says how to name a file that was taken for a pod', async () => {
  const { exitCode, stderr } = await finish(
    cluster.start([pod, 'web2.cast', IMAGE, '--record', '--', 'ls'], {
      env: { XDG_STATE_HOME: folder.path },
    }),
  );
  expect([exitCode, stderr]).toEqual([
    125,
    expect.stringContaining('hint: did you mean --record=web2.cast?'),
  ]);
});
