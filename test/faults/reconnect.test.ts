import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebSocket } from 'ws';
import type { HookAnswer } from '../../playground/hook.ts';
import { aFolder } from '../builders/a-folder.ts';
import { terminated } from '../builders/a-pod.ts';
import type { RunningCommand } from '../drivers/run-command.ts';
import { letTimePass } from '../drivers/let-time-pass.ts';
import { until } from '../drivers/until.ts';
import { aFaultyCluster, frame, type FaultyCluster, type UpgradeFault } from './a-faulty-cluster.ts';

const folder = await aFolder();

// Without a target: that it was joined would be verified by an exec, another connection.
const SHELL = ['-it', 'web-1', '--image=busybox', '--target=', '-c', 'dbg', '-q'];
/** The kubelet of these tests runs no envelope. */
const PIPE = ['web-1', '--image=busybox', '-c', 'dbg', '-iq', '--envelope=false', '--', 'cat'];
const SUCCESS = { metadata: {}, status: 'Success' };
const FAILURE = {
  metadata: {},
  status: 'Failure',
  reason: 'InternalError',
  code: 500,
  message: 'stream broke',
};
const AWAY: UpgradeFault = { kind: 'answer', text: 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n' };
const LOST = /lost the connection to debug container "dbg": .+; reconnecting/;

/** What a node answers that has no process to attach to any more. */
const NOT_RUNNING: UpgradeFault = {
  kind: 'answer',
  text: 'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 33\r\n\r\ncontainer is in CONTAINER_EXITED\n',
};

interface MendedSetup {
  readonly argv?: readonly string[];
  readonly isTerminal?: boolean;
  /** Of the log, by the number of its reading. */
  readonly log?: () => HookAnswer | undefined;
  /** In place of attach number `count`, if it is away. */
  readonly isAway?: (count: number) => boolean;
  /** What answers then. */
  readonly away?: UpgradeFault;
  readonly answersPings?: (count: number) => boolean;
}

interface Session {
  readonly cluster: FaultyCluster;
  readonly command: RunningCommand;
  /** From then on time passes only when the test says so. */
  readonly stopTime: () => void;
  /** The sockets so far, in order, and what came in on each. */
  readonly sockets: readonly WebSocket[];
  readonly received: (count: number) => string;
  /** The container prints a line: into its log, and on this socket as a terminal shows it. */
  readonly print: (line: string, socket?: WebSocket) => void;
  readonly end: (socket: WebSocket | undefined, exitCode: number) => void;
}

/** A session that was attached and has shown `one`. */
async function aSession(setup: MendedSetup = {}): Promise<Session> {
  const { argv = SHELL, isTerminal = true, isAway = () => false, answersPings = () => true } = setup;
  const sockets: WebSocket[] = [];
  const received: string[][] = [];
  let count = 0;
  const cluster = await aFaultyCluster({
    hook: ({ path }) => (path.endsWith('/log') ? setup.log?.() : undefined),
    upgrade: () => {
      count += 1;
      if (isAway(count)) return setup.away ?? AWAY;
      return {
        kind: 'socket',
        answersPings: answersPings(count),
        serve: (socket) => {
          const messages: string[] = [];
          received.push(messages);
          socket.on('message', (data: Buffer) => messages.push(data.toString('latin1')));
          sockets.push(socket);
        },
      };
    },
  });
  const eol = isTerminal ? '\r\n' : '\n';
  const print = (line: string, socket?: WebSocket): void => {
    cluster.container.print(`${line}\n`, 'log');
    socket?.send(frame(1, `${line}${eol}`));
  };
  const command = cluster.startFrozen(argv, { isTerminal });
  const stopTime = letTimePass(command);
  onTestFinished(stopTime);
  await until(() => sockets.length === 1, command.stderrText);
  print('one', sockets[0]);
  await command.untilStdout(`one${eol}`);
  return {
    cluster,
    command,
    stopTime,
    sockets,
    received: (number) => (received[number - 1] ?? []).join(' '),
    print,
    end: (socket, exitCode) => {
      socket?.send(frame(3, SUCCESS));
      socket?.close(1000);
      cluster.container.report(terminated(exitCode));
    },
  };
}

const attached = ({ sockets, command }: Session, count: number): Promise<void> =>
  until(() => sockets.length === count, command.stderrText);

/** Before any time has passed. */
const untilTriedAgain = ({ cluster, command }: Session): Promise<void> =>
  until(() => {
    void command.advance(0);
    return cluster.attaches() === 2;
  }, command.stderrText);

describe('a connection that is lost while the container runs', () => {
  it.each<{ readonly label: string; readonly lose: (socket: WebSocket) => void }>([
    { label: 'a cut', lose: (socket) => socket.terminate() },
    { label: 'a close without a Status', lose: (socket) => socket.close(1000) },
    {
      label: 'a false Success',
      lose: (socket) => {
        socket.send(frame(3, SUCCESS));
        socket.close(1000);
      },
    },
    {
      label: 'a failure',
      lose: (socket) => {
        socket.send(frame(3, FAILURE));
        socket.close(1000);
      },
    },
    { label: 'a message of text', lose: (socket) => socket.send('hello') },
  ])('by $label is mended: what was missed comes once and in order', async ({ lose }) => {
    const session = await aSession();
    const { command, sockets, print, end } = session;
    sockets.forEach(lose);
    print('two');
    print('three');
    await attached(session, 2);
    await command.untilStdout('three\r\n');
    print('four', sockets[1]);
    await command.untilStdout('four\r\n');
    end(sockets[1], 3);
    expect(await command.ended).toBe(3);
    expect(command.stdoutText()).toBe('one\r\ntwo\r\nthree\r\nfour\r\n');
    expect(command.stderrText()).toMatch(LOST);
    expect(command.rawModes).toEqual([true, false]);
  });

  it('by silence is mended', async () => {
    const session = await aSession({ answersPings: (count) => count > 1 });
    const { command, sockets, print, end } = session;
    print('two');
    await attached(session, 2);
    await command.untilStdout('two\r\n');
    end(sockets[1], 0);
    expect(await command.ended).toBe(0);
    expect(command.stderrText()).toMatch(/nothing was heard from the server/);
  });

  it('is mended again and again', async () => {
    const session = await aSession();
    const { command, sockets, print, end } = session;
    const lines = ['one'];
    for (let count = 1; count <= 4; count += 1) {
      sockets[count - 1]?.terminate();
      print(`missed ${count}`);
      await attached(session, count + 1);
      await command.untilStdout(`missed ${count}`);
      print('same', sockets[count]);
      await until(() => command.stdoutText().split('same').length === count + 1, command.stdoutText);
      lines.push(`missed ${count}`, 'same');
    }
    end(sockets[4], 0);
    expect(await command.ended).toBe(0);
    expect(command.stdoutText()).toBe(lines.map((line) => `${line}\r\n`).join(''));
  });

  it('stands in the record of the session, where no byte is missing or comes twice', async () => {
    const file = path.join(folder.path, 'mended.cast');
    const session = await aSession({ argv: [...SHELL, `--record=${file}`] });
    const { command, sockets, print, end } = session;
    const euro = Buffer.from('€');
    sockets[0]?.send(frame(1, euro.subarray(0, 1)));
    sockets[0]?.send(frame(1, Buffer.concat([euro.subarray(1), Buffer.from('\r\n')])));
    session.cluster.container.print('€\n', 'log');
    await command.untilStdout('€');
    sockets[0]?.terminate();
    print('two');
    await attached(session, 2);
    await command.untilStdout('two\r\n');
    print('three', sockets[1]);
    await command.untilStdout('three\r\n');
    end(sockets[1], 3);
    expect(await command.ended).toBe(3);
    const [, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as readonly [number, string, string]);
    const shown = events.filter(([, code]) => code === 'o').map(([, , data]) => data);
    expect(shown.join('')).toBe('one\r\n€\r\ntwo\r\nthree\r\n');
    expect(shown.join('')).toBe(command.stdoutText());
    const marks = events.filter(([, code]) => code === 'm').map(([, , data]) => data);
    expect(marks.map((mark) => mark.replace(/(?:: | after |\s\().*/, ''))).toEqual([
      'container dbg',
      'lost the connection',
      'connected again',
      'ended',
    ]);
    // Nothing of after the outage stands before its marks.
    const [back, three] = [/^connected again/, /^three/].map((text) =>
      events.findIndex(([, , data]) => text.test(data)),
    );
    expect(back).toBeLessThan(three ?? -1);
  });

  it('is tried for while the way is away, and the person is told once that it is back', async () => {
    const session = await aSession({
      isAway: (count) => count > 1 && count < 5,
      argv: SHELL.filter((word) => word !== '-q'),
    });
    const { command, sockets, end } = session;
    sockets[0]?.terminate();
    await attached(session, 2);
    await command.untilStderr('reconnected after');
    end(sockets[1], 0);
    expect(await command.ended).toBe(0);
    expect(command.stderrText().match(/lost the connection/g)).toHaveLength(1);
    expect(command.stderrText().match(/reconnected after \d+ s\n/g)).toHaveLength(1);
  });

  it('counts from the loss, although a false Success is doubted for two seconds first', async () => {
    const session = await aSession({ argv: SHELL.filter((word) => word !== '-q') });
    const { command, sockets, end } = session;
    sockets[0]?.send(frame(3, SUCCESS));
    sockets[0]?.close(1000);
    await attached(session, 2);
    await command.untilStderr('reconnected after');
    end(sockets[1], 0);
    expect(await command.ended).toBe(0);
    const seconds = Number(/reconnected after (\d+) s/.exec(command.stderrText())?.[1]);
    expect(seconds).toBeGreaterThanOrEqual(2);
  });

  it('tells the new stream the size of the window, so that what runs there draws itself', async () => {
    const session = await aSession();
    const { command, sockets, received } = session;
    sockets[0]?.terminate();
    await attached(session, 2);
    await until(() => received(2).includes('"Height":24'), command.stderrText);
    expect(received(2)).toContain('{"Width":80,"Height":25} \u0004{"Width":80,"Height":24}');
    command.deliver('SIGTERM');
    expect(await command.ended).toBe(143);
  });

  it('is lost when it cannot be mended for two minutes', async () => {
    const session = await aSession({ isAway: (count) => count > 1 });
    const { command, sockets } = session;
    const startMs = command.io.now().getTime();
    sockets[0]?.terminate();
    expect(await command.ended).toBe(125);
    expect(command.io.now().getTime() - startMs).toBeGreaterThan(115_000);
    expect(command.stderrText()).toMatch(
      /error: lost the connection to .+ \[connection-lost\]\nhint: it may still run; to come back: kubectl-debug attach web-1 -n default -c dbg\n$/,
    );
  });

  it('is lost at once when nobody may attach any more', async () => {
    const forbidden: UpgradeFault = {
      kind: 'answer',
      text: 'HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nContent-Length: 52\r\n\r\n{"kind":"Status","code":401,"reason":"Unauthorized"}',
    };
    let count = 0;
    const made = aFaultyCluster({
      upgrade: () => {
        count += 1;
        if (count > 1) return forbidden;
        return {
          kind: 'socket',
          serve: (socket) => {
            socket.send(frame(1, 'one\r\n'));
            socket.terminate();
          },
        };
      },
    });
    const command = (await made).start(SHELL, { isTerminal: true });
    expect(await command.ended).toBe(125);
    expect(count).toBeLessThan(4);
    expect(command.stderrText()).toMatch(/\[connection-lost\]\n/);
  });
});

describe('a stream that ends a moment before the status says that its container has', () => {
  it.each<{ readonly label: string; readonly lose: (socket: WebSocket) => void }>([
    { label: 'a cut', lose: (socket) => socket.terminate() },
    { label: 'a close without a Status', lose: (socket) => socket.close(1000) },
    {
      label: 'a failure',
      lose: (socket) => {
        socket.send(frame(3, FAILURE));
        socket.close(1000);
      },
    },
    {
      label: 'a Success, and a status that comes late',
      lose: (socket) => {
        socket.send(frame(3, SUCCESS));
        socket.close(1000);
      },
    },
  ])('by $label is its end, and nothing is said of a connection', async ({ label, lose }) => {
    const session = await aSession({ isAway: (count) => count > 1, away: NOT_RUNNING });
    const { command, stopTime, sockets, print, cluster } = session;
    print('last');
    stopTime();
    sockets.forEach(lose);
    if (label.startsWith('a Success')) {
      // What such an end is believed for.
      await until(() => sockets[0]?.readyState === 3, command.stderrText);
      // Turns of this process, in which the command reads the close, rather than time in which it may have had none.
      for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
      await command.advance(2000);
    }
    await untilTriedAgain(session);
    for (const passedMs of [100, 200, 300, 400, 500, 600, 700, 800]) {
      await command.advance(100);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect({ passedMs, stderr: command.stderrText() }).toEqual({ passedMs, stderr: '' });
    }
    cluster.container.report(terminated(7));
    onTestFinished(letTimePass(command));
    expect(await command.ended).toBe(7);
    expect(command.stdoutText()).toBe('one\r\nlast\r\n');
    expect(command.stderrText()).toBe('');
  });

  it('is tried to be mended at once all the same, and is spoken of when it runs on', async () => {
    const session = await aSession({ isAway: (count) => count === 2, away: NOT_RUNNING });
    const { command, stopTime, sockets, end } = session;
    stopTime();
    sockets[0]?.terminate();
    await untilTriedAgain(session);
    expect(command.stderrText()).toBe('');
    onTestFinished(letTimePass(command));
    await attached(session, 2);
    await command.untilStderr('lost the connection');
    end(sockets[1], 0);
    expect(await command.ended).toBe(0);
  });
});

describe('while the connection is lost', () => {
  const isAway = (count: number): boolean => count > 1;

  it.each([
    { label: 'Ctrl-C', leave: ({ command }: Session) => command.stdin.write('\u0003'), exitCode: 130 },
    {
      label: 'the detach keys',
      leave: ({ command }: Session) => command.stdin.write('\u0010\u0011'),
      exitCode: 0,
    },
    { label: 'SIGTERM', leave: ({ command }: Session) => command.deliver('SIGTERM'), exitCode: 143 },
    { label: 'SIGHUP', leave: ({ command }: Session) => command.deliver('SIGHUP'), exitCode: 129 },
  ])('$label leaves, and the terminal is as it was', async ({ leave, exitCode }) => {
    const session = await aSession({ isAway });
    const { command, sockets, cluster } = session;
    sockets[0]?.terminate();
    await until(() => cluster.attaches() > 2, command.stderrText);
    leave(session);
    expect(await command.ended).toBe(exitCode);
    expect(command.rawModes).toEqual([true, false]);
  });

  it('keys go nowhere and none is ever sent twice, which is said', async () => {
    let isBack = false;
    const session = await aSession({
      isAway: (count) => count > 1 && !isBack,
      argv: SHELL.filter((word) => word !== '-q'),
    });
    const { command, sockets, received, cluster, end } = session;
    command.stdin.write('before');
    await until(() => received(1).includes('before'), command.stderrText);
    sockets[0]?.terminate();
    await until(() => cluster.attaches() > 1, command.stderrText);
    command.stdin.write('meanwhile');
    await until(() => command.stdin.readableLength === 0, command.stderrText);
    isBack = true;
    await command.untilStderr('reconnected after');
    command.stdin.write('after');
    await until(() => received(2).includes('after'), command.stderrText);
    expect(received(2)).not.toMatch(/before|meanwhile/);
    expect(command.stderrText()).toMatch(
      /reconnected after \d+ s; the keys typed just before may not have arrived; the keys typed meanwhile were not sent\n/,
    );
    end(sockets[1], 0);
    expect(await command.ended).toBe(0);
  });

  it.each([
    {
      label: 'has an exit code, and the rest of its output comes from its log',
      exitCode: 4,
      stdout: 'one\r\nlast\r\n',
    },
  ])('a container that ends $label', async ({ exitCode, stdout }) => {
    const session = await aSession({ isAway });
    const { command, sockets, print, cluster } = session;
    sockets[0]?.terminate();
    print('last');
    cluster.container.report(terminated(exitCode));
    expect(await command.ended).toBe(exitCode);
    expect(command.stdoutText()).toBe(stdout);
  });

  it('another pod that takes the name is never attached to', async () => {
    const session = await aSession({ isAway });
    const { command, sockets, cluster } = session;
    sockets[0]?.terminate();
    await until(() => cluster.attaches() > 1, command.stderrText);
    await cluster.playground.deletePod({ namespace: 'default', name: 'web-1' }, 0);
    cluster.playground.createPod({
      name: 'web-1',
      spec: { containers: [{ name: 'app', image: 'other:2' }] },
    });
    expect(await command.ended).toBe(125);
    expect(command.stderrText()).toMatch(/the pod was deleted \[exit-code-unknown\]\n/);
  });
});

describe('what was missed', () => {
  const refusal = (code: number): HookAnswer => ({
    status: code,
    body: { kind: 'Status', status: 'Failure', code, reason: 'Refused', message: 'no' },
  });

  it('may be missing for who may not read logs, who is told so', async () => {
    const session = await aSession({ log: () => refusal(403) });
    const { command, sockets, print, end } = session;
    sockets[0]?.terminate();
    print('missed');
    await attached(session, 2);
    await command.untilStderr('what was printed meanwhile may be missing');
    print('two', sockets[1]);
    await command.untilStdout('two');
    end(sockets[1], 0);
    expect(await command.ended).toBe(0);
    expect(command.stdoutText()).toBe('one\r\ntwo\r\n');
  });

  it('is a gap when the node has thrown that part of the log away: the end is no success', async () => {
    const session = await aSession();
    const { command, sockets, print, cluster, end } = session;
    sockets[0]?.terminate();
    cluster.container.rotate();
    print('later');
    await attached(session, 2);
    await command.untilStderr('what was printed meanwhile may be missing');
    print('two', sockets[1]);
    await command.untilStdout('two');
    end(sockets[1], 0);
    expect(await command.ended).toBe(125);
    expect(command.stderrText()).toMatch(/\[output-incomplete\]\n/);
  });
});

it('shows lines from before the attach once, though only a prompt had come by the time of the outage', async () => {
  const sockets: WebSocket[] = [];
  const serve = (socket: WebSocket): void => {
    sockets.push(socket);
    if (sockets.length === 1) socket.send(frame(1, '# '));
  };
  const cluster = await aFaultyCluster({ upgrade: () => ({ kind: 'socket', serve }) });
  cluster.container.print('early\n', 'log');
  const command = cluster.start(SHELL, { isTerminal: true });
  await command.untilStdout('early\r\n');
  sockets[0]?.terminate();
  cluster.container.print('# ls\nlater\n', 'log');
  await command.untilStdout('later\r\n');
  sockets[1]?.send(frame(3, SUCCESS));
  sockets[1]?.close(1000);
  cluster.container.report(terminated(0));
  expect(await command.ended).toBe(0);
  expect(command.stdoutText().split('early')).toHaveLength(2);
  expect(command.stdoutText()).toContain('# ls\r\nlater\r\n');
});

describe('a pipe whose connection is lost', () => {
  it('is not sent again: its output goes on from the log, and the end is no success as input may be missing', async () => {
    const session = await aSession({ argv: PIPE, isTerminal: false });
    const { command, sockets, received, print, cluster } = session;
    command.stdin.write('input');
    await until(() => received(1).includes('input'), command.stderrText);
    sockets[0]?.terminate();
    await command.untilStderr('no more input can be sent');
    print('two');
    await command.untilStdout('two\n');
    print('three');
    cluster.container.exit(0);
    expect(await command.ended).toBe(125);
    expect(command.stdoutText()).toBe('one\ntwo\nthree\n');
    expect(command.stderrText()).toMatch(/part of the input may not have arrived \[output-incomplete\]\n/);
    expect(cluster.attaches()).toBe(1);
  });

  it('gives the exit code of its command when all of it had arrived', async () => {
    const session = await aSession({ argv: PIPE, isTerminal: false });
    const { command, sockets, received, print, cluster } = session;
    command.stdin.end('input');
    await until(() => received(1).includes('\u00ff\u0000'), command.stderrText);
    let pings = 0;
    sockets[0]?.on('ping', () => (pings += 1));
    await until(() => pings > 4, command.stderrText);
    sockets[0]?.terminate();
    await command.untilStderr('its output continues from the log');
    print('two');
    cluster.container.exit(6);
    const exitCode = await command.ended;
    expect({ exitCode, stderr: command.stderrText() }).toEqual({
      exitCode: 6,
      stderr: expect.stringContaining('from the log') as string,
    });
    expect(command.stdoutText()).toBe('one\ntwo\n');
  });
});
