import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import { readEnvelope } from '../../src/pod/containers/envelope.ts';
import type { EphemeralContainer } from '../../src/pod/types.ts';
import { aContainerStatus, terminated } from '../builders/a-pod.ts';
import { finish, type CommandResult, type RunningCommand } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';
import { aFaultyCluster, frame, type FaultyCluster, type UpgradeFault } from './a-faulty-cluster.ts';

const CALL = ['web-1', '--image=busybox', '-c', 'dbg', '-q'];
const COMMAND = [...CALL, '--', 'work'];
const PIPE = [...CALL, '-i', '--', 'work'];
const POD = { namespace: 'default', name: 'web-1' };
const SUCCESS = { metadata: {}, status: 'Success' };
const END_OF_STDIN = '\u00ff\u0000';

/** What the envelope of a container prints, and on which channel: 1 is stdout, 2 is stderr. */
type Part = readonly [channel: 1 | 2, text: string];

const record = (text: string): string => `\u001ekubectl-debug ${text}\n`;
const startOf = (secret: string): Part => [1, record(`start ${secret}`)];
const endsOf = (secret: string, exitCode: number): readonly [Part, Part] => [
  [1, record(`stdout ${secret} ${exitCode} ok`)],
  [2, record(`stderr ${secret} ${exitCode} ok`)],
];
/** All that an envelope prints around what its command does. */
const spoken = (secret: string, exitCode: number, output: readonly Part[]): readonly Part[] => [
  startOf(secret),
  ...output,
  ...endsOf(secret, exitCode),
];

interface Setup {
  readonly argv?: readonly string[];
  /** In place of attach number `count`; one that comes to the envelope otherwise. */
  readonly fault?: (count: number) => UpgradeFault | undefined;
}

/** A command in an envelope, whose container was told to start. */
interface Session {
  readonly cluster: FaultyCluster;
  readonly command: RunningCommand;
  readonly socket: WebSocket;
  readonly secret: string;
  /** All that came in on stdin, over all connections. */
  readonly heard: () => string;
  readonly send: (parts: readonly Part[]) => void;
  readonly log: (parts: readonly Part[]) => void;
}

/** A kubelet that runs envelopes: it waits for the start line, and says nothing by itself. */
async function aSession({ argv = COMMAND, fault = () => undefined }: Setup = {}): Promise<Session> {
  const sockets: WebSocket[] = [];
  const heard: Buffer[] = [];
  const cluster = await aFaultyCluster({
    upgrade: (count) =>
      fault(count) ?? {
        kind: 'socket',
        serve: (socket) => {
          sockets.push(socket);
          socket.on('message', (data: Buffer) => heard.push(data[0] === 0 ? data.subarray(1) : data));
        },
      },
  });
  const command = cluster.start(argv);
  const heardText = (): string => Buffer.concat(heard).toString('latin1');
  await until(() => heardText().includes('\n'), command.stderrText);
  // Within this time a stream that ends has found no process, and is opened again.
  const triedMs = command.io.now().getTime() + 300;
  await until(() => command.io.now().getTime() > triedMs, command.stderrText);
  const [socket] = sockets;
  if (socket === undefined) throw new Error('nobody is attached');
  return {
    cluster,
    command,
    socket,
    secret: heardText().slice(0, heardText().indexOf('\n')),
    heard: heardText,
    send: (parts) => parts.forEach(([channel, text]) => socket.send(frame(channel, text))),
    log: (parts) => parts.forEach(([, text]) => cluster.container.print(text, 'log')),
  };
}

function succeed(socket: WebSocket): void {
  socket.send(frame(3, SUCCESS));
  socket.close(1000);
}

const debugContainers = ({ playground }: FaultyCluster): readonly EphemeralContainer[] =>
  playground.getPod(POD)?.spec.ephemeralContainers ?? [];

const hasReadLog = ({ playground }: FaultyCluster): boolean =>
  playground.requests.some(({ path: of }) => of.endsWith('/log'));

/** The first bytes of what is sent, in the parts in which it is. */
function firstBytes(parts: readonly Part[], count: number): readonly Part[] {
  let left = count;
  return parts.flatMap(([channel, text]): readonly Part[] => {
    const piece = text.slice(0, left);
    left -= piece.length;
    return piece === '' ? [] : [[channel, piece]];
  });
}

const lengthOf = (parts: readonly Part[]): number => parts.reduce((sum, [, text]) => sum + text.length, 0);

describe('the records of an envelope', () => {
  it.each([1, 2, 3, 7, 40, 1000])(
    'are no output, in pieces of %i bytes, and give the exit code while the container still runs',
    async (size) => {
      const { command, secret, send } = await aSession();
      const parts = spoken(secret, 7, [
        [1, 'one\n'],
        [2, 'bad'],
        [1, 'unfinished'],
      ]);
      const pieces = parts.flatMap(([channel, text]): readonly Part[] =>
        Array.from({ length: Math.ceil(text.length / size) }, (_, index) => [
          channel,
          text.slice(index * size, (index + 1) * size),
        ]),
      );
      send(pieces);
      expect(await finish(command)).toEqual({ exitCode: 7, stdout: 'one\nunfinished', stderr: 'bad' });
    },
  );

  it('come in any order of the two streams', async () => {
    const { command, secret, send } = await aSession();
    const [stdoutEnd, stderrEnd] = endsOf(secret, 3);
    send([stderrEnd, startOf(secret), [1, 'late\n'], stdoutEnd]);
    expect(await finish(command)).toEqual({ exitCode: 3, stdout: 'late\n', stderr: '' });
  });

  it.each<{ readonly label: string; readonly forged: (secret: string) => string }>([
    { label: 'a start of another', forged: () => record(`start ${'0'.repeat(32)}`) },
    { label: 'an end of another', forged: () => record(`stdout ${'0'.repeat(32)} 0 ok`) },
    { label: 'an end without a secret', forged: () => record('stdout  0 ok') },
    { label: 'a part of the secret', forged: (secret) => record(`stdout ${secret.slice(1)} 0 ok`) },
    { label: 'a mark alone', forged: () => '\u001ekubectl-debug ' },
    { label: 'the first byte of a mark alone', forged: () => '\u001e' },
    { label: 'a mark in front of a record', forged: () => '\u001ekubectl-debug \u001ekubectl-de' },
  ])('are told from what a command prints that looks like one: $label', async ({ forged }) => {
    const { command, secret, send } = await aSession();
    const text = forged(secret);
    send(
      spoken(secret, 6, [
        [1, text],
        [2, text.replace('stdout', 'stderr')],
        [1, 'more'],
      ]),
    );
    expect(await finish(command)).toEqual({
      exitCode: 6,
      stdout: `${text}more`,
      stderr: text.replace('stdout', 'stderr'),
    });
  });
});

describe('a stream that ends with Success, though its records are not all there,', () => {
  const OUTPUT: readonly Part[] = [[1, 'some\n']];
  const endOf = (secret: string, stream: 0 | 1): Part => endsOf(secret, 0)[stream];

  it.each<{
    readonly label: string;
    readonly came: (secret: string) => readonly Part[];
    readonly why: RegExp;
  }>([
    {
      label: 'neither end came',
      came: (secret) => [startOf(secret), ...OUTPUT],
      why: /part of the output of .* is missing: its end never came \(exit code 0\) \[output-incomplete\]/,
    },
    {
      label: 'that of stdout never came',
      came: (secret) => [startOf(secret), ...OUTPUT, endOf(secret, 1)],
      why: /part of the output of .* is missing: its end never came \(exit code 0\) \[output-incomplete\]/,
    },
    {
      label: 'that of stderr never came',
      came: (secret) => [startOf(secret), ...OUTPUT, endOf(secret, 0)],
      why: /part of the output of .* is missing: its end never came \(exit code 0\) \[output-incomplete\]/,
    },
    {
      label: 'the last one is cut short',
      came: (secret) => firstBytes(spoken(secret, 0, OUTPUT), lengthOf(spoken(secret, 0, OUTPUT)) - 1),
      why: /part of the output of .* is missing: its end never came \(exit code 0\) \[output-incomplete\]/,
    },
    {
      label: 'not even the start came',
      came: () => [],
      why: /nothing tells that its command was started \(exit code 0\) \[exit-code-unknown\]/,
    },
  ])('is no success of a container that ended with 0: $label', async ({ came, why }) => {
    const { cluster, command, socket, secret, send, log } = await aSession();
    send(came(secret));
    log(came(secret));
    succeed(socket);
    cluster.container.report(terminated(0));
    const { exitCode, stdout, stderr } = await finish(command);
    expect({ exitCode, isShown: stdout.startsWith('some\n') }).toEqual({
      exitCode: 125,
      isShown: came(secret).length > 0,
    });
    expect(stderr).toMatch(why);
  });

  it('is mended by the log of a container that goes on, as a node that restarts ends its streams', async () => {
    const { cluster, command, socket, secret, send, log } = await aSession();
    const [stdoutEnd, stderrEnd] = endsOf(secret, 4);
    const before: readonly Part[] = [startOf(secret), [1, 'one\n']];
    send(before);
    log(before);
    await command.untilStdout('one\n');
    succeed(socket);
    await until(() => cluster.container.clients() > 0, command.stderrText);
    log([[1, 'two\n'], stdoutEnd, stderrEnd]);
    const { exitCode, stdout, stderr } = await finish(command);
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: 'one\ntwo\n' });
    expect(stderr).not.toContain('error');
  });
});

describe('a connection that is lost', () => {
  const OUTPUT: readonly Part[] = [
    [1, 'one\n'],
    [1, 'two\n'],
  ];
  const START = record(`start ${'0'.repeat(32)}`).length;
  const END = record(`stdout ${'0'.repeat(32)} 5 ok`).length;
  const PLACES = [
    { label: 'before anything came', bytes: 0 },
    { label: 'in the record of the start', bytes: 10 },
    { label: 'behind the record of the start', bytes: START },
    { label: 'in a line', bytes: START + 2 },
    { label: 'between two lines', bytes: START + 4 },
    { label: 'in front of the records of the end', bytes: START + 8 },
    { label: 'in the mark of a record', bytes: START + 8 + 5 },
    { label: 'in the record of stdout', bytes: START + 8 + 30 },
    { label: 'between the records of the end', bytes: START + 8 + END },
    { label: 'in the record of stderr', bytes: START + 8 + END + 30 },
  ];

  it.each(PLACES)('$label has its end in the log, and shows every byte once', async ({ bytes }) => {
    const { cluster, command, socket, secret, send, log } = await aSession();
    const parts = spoken(secret, 5, OUTPUT);
    log(parts);
    send(firstBytes(parts, bytes));
    socket.close(1000);
    await until(() => hasReadLog(cluster), command.stderrText);
    cluster.container.report(terminated(0));
    const { exitCode, stdout, stderr } = await finish(command);
    expect({ exitCode, stdout, isError: stderr.includes('error:') }).toEqual({
      exitCode: 5,
      stdout: 'one\ntwo\n',
      isError: false,
    });
  });

  it('before anything came has all of it in the log of a container that has ended meanwhile', async () => {
    const { cluster, command, socket, secret, log } = await aSession();
    log(spoken(secret, 5, OUTPUT));
    cluster.container.report(terminated(5));
    socket.close(1000);
    expect(await finish(command)).toMatchObject({ exitCode: 5, stdout: 'one\ntwo\n' });
  });

  it('is spoken of, and mended by the log, while the command goes on', async () => {
    const { cluster, command, socket, secret, send, log } = await aSession();
    const before: readonly Part[] = [startOf(secret), [1, 'one\n']];
    send(before);
    log(before);
    await command.untilStdout('one\n');
    socket.terminate();
    await command.untilStderr('Warning: lost the connection to debug container "dbg": ');
    log([[1, 'two\n']]);
    await command.untilStdout('two\n');
    log([[1, 'three\n'], ...endsOf(secret, 5)]);
    expect(await finish(command)).toMatchObject({ exitCode: 5, stdout: 'one\ntwo\nthree\n' });
    expect(cluster.attaches()).toBe(1);
  });

  it.each(PLACES)('$label is no success where the log lacks the end as well', async ({ bytes }) => {
    const { cluster, command, socket, secret, send, log } = await aSession();
    const parts = spoken(secret, 0, OUTPUT);
    log(parts.slice(0, -1));
    send(firstBytes(parts, bytes));
    socket.close(1000);
    cluster.container.report(terminated(0));
    const { exitCode, stderr } = await finish(command);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/error: .* \[(output-incomplete|exit-code-unknown)\]\n/);
  });

  it('never doubles nor loses a byte of two streams for a success, whose order in the log is another one', async () => {
    const { command, socket, secret, send, log } = await aSession();
    const ends = endsOf(secret, 0);
    log([startOf(secret), [1, 'o1\n'], [1, 'o2\n'], [2, 'e1\n'], [2, 'e2\n'], ...ends]);
    send([startOf(secret), [1, 'o1\n'], [2, 'e1\n']]);
    await command.untilStderr('e1\n');
    socket.terminate();
    const { exitCode, stdout, stderr } = await finish(command);
    const shown = `${stdout}${stderr}`.split('\n').filter((line) => /^[eo]\d$/.test(line));
    expect([
      { exitCode: 0, shown: ['e1', 'e2', 'o1', 'o2'] },
      { exitCode: 125, shown: expect.anything() as unknown },
    ]).toContainEqual({ exitCode, shown: shown.toSorted() });
  });

  it.each([
    { label: 'all of the input had arrived', isAnswered: true, exitCode: 6 },
    { label: 'part of the input may be missing', isAnswered: false, exitCode: 125 },
  ])('has the exit code $exitCode of a pipe when $label', async ({ isAnswered, exitCode }) => {
    const { command, socket, secret, heard, send, log } = await aSession({ argv: PIPE });
    const before: readonly Part[] = [startOf(secret), [1, 'one\n']];
    send(before);
    log(before);
    await command.untilStdout('one\n');
    if (isAnswered) command.stdin.end('input');
    else command.stdin.write('input');
    await until(() => heard().includes(isAnswered ? END_OF_STDIN : 'input'), command.stderrText);
    expect(heard()).toBe(`${secret}\ninput${isAnswered ? END_OF_STDIN : ''}`);
    let pings = 0;
    socket.on('ping', () => (pings += 1));
    if (isAnswered) await until(() => pings > 4, command.stderrText);
    socket.terminate();
    await command.untilStderr('its output continues from the log');
    log([[1, 'two\n'], ...endsOf(secret, 6)]);
    expect(await finish(command)).toMatchObject({ exitCode, stdout: 'one\ntwo\n' });
  });
});

describe('an attach that comes too early', () => {
  const NOT_FOUND = 'container dbg not found in pod web-1_default';
  const EARLY: readonly { readonly label: string; readonly fault: UpgradeFault }[] = [
    {
      label: 'in place of the upgrade',
      fault: {
        kind: 'answer',
        text: `HTTP/1.1 500 Internal Server Error\r\nContent-Length: ${NOT_FOUND.length}\r\n\r\n${NOT_FOUND}`,
      },
    },
    {
      label: 'by a Status',
      fault: {
        kind: 'socket',
        serve: (socket) => {
          const message = `unable to upgrade connection: ${NOT_FOUND}`;
          socket.send(frame(3, { metadata: {}, status: 'Failure', code: 500, message }));
          socket.close(1000);
        },
      },
    },
  ];

  it.each(EARLY)('is made again, and the command is started once: told $label', async ({ fault }) => {
    const session = await aSession({ fault: (count) => (count < 3 ? fault : undefined) });
    const { cluster, command, secret, heard, send } = session;
    send(spoken(secret, 2, [[1, 'ran\n']]));
    expect(await finish(command)).toEqual({ exitCode: 2, stdout: 'ran\n', stderr: '' });
    expect(heard()).toBe(`${secret}\n`);
    expect(cluster.attaches()).toBe(3);
    expect(debugContainers(cluster)).toHaveLength(1);
  });
});

describe('a command whose container nobody may attach to', () => {
  const FORBIDDEN = { kind: 'Status', status: 'Failure', code: 403, reason: 'Forbidden', message: 'no' };
  const SAID = 'cannot attach to the debug container: running the command in a second one';

  async function aCache(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-cache-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  }

  /** Its log holds a command that has run; `isForeseen`: whether reviews tell that nobody may attach. */
  async function aClosedCluster(isForeseen: boolean): Promise<FaultyCluster> {
    const cluster = await aFaultyCluster({
      hook: ({ path: of }) => {
        if (of.endsWith('/selfsubjectaccessreviews'))
          return { status: 201, body: { status: { allowed: isForeseen ? false : undefined } } };
        return of.endsWith('/attach') ? { status: 403, body: FORBIDDEN } : undefined;
      },
    });
    const secret = '5a3f6f0e-8f3c-4a54-9f0b-0c1d2e3f4a5b';
    const parts = [startOf(secret), ...spoken(secret, 9, [[1, 'out\n'], [2, 'err\n'], [1, 'last']])]; // prettier-ignore
    parts.forEach(([, text]) => cluster.container.print(text, 'log'));
    return cluster;
  }

  const run = (cluster: FaultyCluster, argv: readonly string[], cache: string): Promise<CommandResult> =>
    finish(cluster.start(argv, { env: { XDG_CACHE_HOME: cache } }));

  it('runs in a second one, whose log is read, where no review has told', async () => {
    const cluster = await aClosedCluster(false);
    const cache = await aCache();
    const argv = COMMAND.filter((word) => word !== '-q');
    const { exitCode, stdout, stderr } = await run(cluster, argv, cache);
    expect({ exitCode, stdout }).toEqual({ exitCode: 9, stdout: 'out\nerr\nlast' });
    expect(stderr.split(SAID)).toHaveLength(2);
    expect(stderr).not.toContain('error');
    const kinds = debugContainers(cluster).map((container) => readEnvelope(container)?.envelope.kind);
    expect(kinds).toEqual(['on-line', 'at-once']);
    expect(await readdir(cache)).toEqual([]);
  });

  it.each([
    { isForeseen: false, left: 1 },
    { isForeseen: true, left: 0 },
  ])('is refused where it reads stdin, as a log takes none: $isForeseen', async ({ isForeseen, left }) => {
    const cluster = await aClosedCluster(isForeseen);
    const { exitCode, stdout, stderr } = await run(cluster, PIPE, await aCache());
    expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: '' });
    expect(stderr).toMatch(/^error: .* \[forbidden\]\nhint: /);
    expect(debugContainers(cluster)).toHaveLength(left);
  });
});

describe('the end of a container that took its envelope along', () => {
  it('is no success, and the target is named that ended first', async () => {
    const { cluster, command, socket, secret, send, log } = await aSession({
      argv: [...CALL, '--target=app', '--', 'work'],
    });
    const before: readonly Part[] = [startOf(secret), [1, 'one\n']];
    send(before);
    log(before);
    await command.untilStdout('one\n');
    const { status } = cluster.playground.getPod(POD) ?? {};
    const lastState = terminated(3);
    cluster.playground.setStatus(POD, {
      ...status,
      containerStatuses: [aContainerStatus('app', { restartCount: 1, lastState })],
      ephemeralContainerStatuses: [aContainerStatus('dbg', { state: terminated(137) })],
    });
    succeed(socket);
    const { exitCode, stdout, stderr } = await finish(command);
    expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: 'one\n' });
    expect(stderr).toContain('[target-ended]');
  });

  it('is told by the word that --rootfs leaves in the status, behind the record', async () => {
    const { cluster, command, secret, send } = await aSession({
      argv: [...CALL, '--target=app', '--rootfs', '--', 'work'],
    });
    send(spoken(secret, 126, []));
    const message = 'kubectl-debug rootfs no-process 0\n';
    cluster.container.report(terminated(126, { message }));
    const { exitCode, stderr } = await finish(command);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/\[rootfs-refused\]\n/);
  });
});
