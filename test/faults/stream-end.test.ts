import { setTimeout as realTime } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { terminated } from '../builders/a-pod.ts';
import { until } from '../drivers/until.ts';
import { aFaultyCluster, frame, type FaultyCluster } from './a-faulty-cluster.ts';

/** A shell on a terminal, whose output is shown as it comes. */
const SHELL = ['-it', 'web-1', '--image=busybox', '--target=', '-c', 'dbg', '-q'];
/** The kubelet of these tests runs no envelope. */
const COMMAND = [
  'web-1',
  '--image=busybox',
  '--target=',
  '-c',
  'dbg',
  '-iq',
  '--envelope=false',
  '--',
  'cat',
];
const SUCCESS = { metadata: {}, status: 'Success' };
const FAILURE = {
  metadata: {},
  status: 'Failure',
  reason: 'InternalError',
  code: 500,
  message: 'stream broke',
};

interface Ending {
  readonly label: string;
  readonly serve: (socket: WebSocket) => void;
}

/** Ends of a stream that prove nothing about its output. */
const UNPROVEN: readonly Ending[] = [
  { label: 'a cut', serve: (socket) => socket.terminate() },
  { label: 'a close without a Status', serve: (socket) => socket.close(1000) },
  { label: 'a close because the server goes away', serve: (socket) => socket.close(1001) },
  {
    label: 'a Status that says nothing',
    serve: (socket) => {
      socket.send(frame(3, { metadata: {} }));
      socket.close(1000);
    },
  },
  {
    label: 'a Status that is no JSON',
    serve: (socket) => {
      socket.send(frame(3, '{"status":"Succ'));
      socket.close(1000);
    },
  },
  {
    label: 'a failure',
    serve: (socket) => {
      socket.send(frame(3, FAILURE));
      socket.close(1000);
    },
  },
  {
    label: 'a failure that calls itself a success afterwards',
    serve: (socket) => {
      socket.send(frame(3, FAILURE));
      socket.send(frame(3, SUCCESS));
      socket.close(1000);
    },
  },
  { label: 'a message of text', serve: (socket) => socket.send('hello') },
  { label: 'a message of 5 MiB', serve: (socket) => socket.send(frame(1, Buffer.alloc(5 * 1024 * 1024))) },
];

const SUCCEEDED: readonly Ending[] = [
  {
    label: 'a success',
    serve: (socket) => {
      socket.send(frame(3, SUCCESS));
      socket.close(1000);
    },
  },
  { label: 'a success that is not followed by a close', serve: (socket) => socket.send(frame(3, SUCCESS)) },
  {
    label: 'a success that calls itself a failure afterwards',
    serve: (socket) => {
      socket.send(frame(3, SUCCESS));
      socket.send(frame(3, FAILURE));
      socket.close(1000);
    },
  },
];

const UNMENDED = [...SHELL, '--no-reconnect'];

/** A cluster whose streams print a line and then end so. */
function aClusterWhoseStreams(
  end: (socket: WebSocket, cluster: FaultyCluster) => void,
): Promise<FaultyCluster> {
  const made = aFaultyCluster({
    upgrade: () => ({
      kind: 'socket',
      serve: (socket) => {
        socket.send(frame(1, 'shown\r\n'));
        void made.then((cluster) => end(socket, cluster));
      },
    }),
  });
  return made;
}

describe('a stream that ends while the container runs on and is not mended', () => {
  it.each([...UNPROVEN, ...SUCCEEDED])('by $label is a lost connection', async ({ serve }) => {
    const cluster = await aClusterWhoseStreams(serve);
    const command = cluster.start(UNMENDED, { isTerminal: true });
    expect(await command.ended).toBe(125);
    expect(command.stdoutText()).toBe('shown\r\n');
    expect(command.stderrText()).toMatch(
      /\nerror: lost the connection to debug container "dbg" in default\/web-1: .+ \[connection-lost\]\nhint: it may still run; to come back: kubectl-debug attach web-1 -n default -c dbg\n$/,
    );
    expect(command.rawModes).toEqual([true, false]);
  });

  it('by silence is a lost connection after a minute', async () => {
    const cluster = await aFaultyCluster({
      upgrade: () => ({
        kind: 'socket',
        answersPings: false,
        serve: (socket) => socket.send(frame(1, 'shown\r\n')),
      }),
    });
    const command = cluster.startFrozen(UNMENDED, { isTerminal: true });
    await command.untilStdout('shown');
    for (let seconds = 0; seconds < 60; seconds += 5) await command.advance(5000);
    expect(command.rawModes).toEqual([true]);
    await command.advance(5_000);
    await until(() => command.rawModes.length === 2, command.stderrText);
    await command.advance(15_000);
    expect(await command.ended).toBe(125);
    expect(command.stderrText()).toMatch(/nothing was heard from the server .* \[connection-lost\]\n/);
  });

  it('is waited for longer while a container does not read what was typed, which stops the pongs', async () => {
    const cluster = await aFaultyCluster({
      upgrade: () => ({
        kind: 'socket',
        serve: (socket) => {
          socket.send(frame(1, 'shown\r\n'));
          socket.once('message', () => socket.pause());
        },
      }),
    });
    const command = cluster.startFrozen(UNMENDED, { isTerminal: true });
    await command.untilStdout('shown');
    command.stdin.write(Buffer.alloc(32 * 1024 * 1024, 'x'));
    for (let seconds = 0; seconds < 170; seconds += 5) await command.advance(5000);
    expect(command.rawModes).toEqual([true]);
    for (let seconds = 0; seconds < 20; seconds += 5) await command.advance(5000);
    await until(() => command.rawModes.length === 2, command.stderrText);
    await command.advance(15_000);
    expect(await command.ended).toBe(125);
  });

  it('goes on when only this machine was silent, as it slept', async () => {
    const cluster = await aFaultyCluster({
      upgrade: () => ({
        kind: 'socket',
        answersPings: false,
        serve: (socket) => {
          socket.send(frame(1, 'shown\r\n'));
          socket.on('message', (data: Buffer) => data[0] === 0 && socket.send(frame(1, 'heard')));
        },
      }),
    });
    const command = cluster.startFrozen(UNMENDED, { isTerminal: true });
    await command.untilStdout('shown');
    await command.advance(3_600_000);
    await command.advance(55_000);
    command.stdin.write('typed');
    await command.untilStdout('heard');
    expect(command.rawModes).toEqual([true]);
    command.deliver('SIGTERM');
    expect(await command.ended).toBe(143);
  });

  it('is kept from the end that servers put to a stream without data after four hours', async () => {
    const idle: number[] = [];
    const cluster = await aFaultyCluster({
      upgrade: () => ({
        kind: 'socket',
        serve: (socket) => {
          socket.send(frame(1, 'shown\r\n'));
          socket.on('message', (data: Buffer) => data.equals(frame(0)) && idle.push(data.length));
        },
      }),
    });
    const command = cluster.startFrozen(SHELL, { isTerminal: true });
    await command.untilStdout('shown');
    for (let minutes = 0; minutes < 61; minutes += 0.25) {
      await command.advance(15_000);
      await realTime(1); // for the pongs
    }
    await until(() => idle.length >= 3, command.stderrText);
    command.deliver('SIGTERM');
    expect(await command.ended).toBe(143);
  });
});

describe('a stream that ends with the container', () => {
  it.each(SUCCEEDED)('by $label gives its exit code', async ({ serve }) => {
    const cluster = await aClusterWhoseStreams((socket, { container }) => {
      serve(socket);
      container.report(terminated(3));
    });
    const command = cluster.start(SHELL, { isTerminal: true });
    expect(await command.ended).toBe(3);
    expect(command.stdoutText()).toBe('shown\r\n');
  });

  it.each(UNPROVEN)('by $label may have lost output, which is no success', async ({ serve }) => {
    const cluster = await aClusterWhoseStreams((socket, { container }) => {
      container.report(terminated(0));
      serve(socket);
    });
    const command = cluster.start(SHELL, { isTerminal: true });
    expect(await command.ended).toBe(125);
    expect(command.stderrText()).toMatch(
      /error: part of the output of .* exit code 0 \[output-incomplete\]\nhint: .*kubectl logs/,
    );
  });

  it.each([
    { state: terminated(0), exitCode: 0 },
    { state: terminated(1), exitCode: 1 },
    { state: terminated(126), exitCode: 126 },
    { state: terminated(137), exitCode: 137 },
    { state: terminated(255), exitCode: 255 },
    { state: terminated(0, { signal: 9 }), exitCode: 137 },
  ])('returns $exitCode as its status says', async ({ state, exitCode }) => {
    const cluster = await aClusterWhoseStreams((socket, { container }) => {
      socket.send(frame(3, SUCCESS));
      socket.close(1000);
      container.report(state);
    });
    const command = cluster.start(SHELL, { isTerminal: true });
    expect(await command.ended).toBe(exitCode);
    expect(command.stderrText()).not.toContain('error');
  });

  it('having brought nothing, has its output from a log that lagged', async () => {
    const made: Promise<FaultyCluster> = aFaultyCluster({
      upgrade: () => ({
        kind: 'socket',
        serve: (socket) => {
          // Input is sent once it is settled what was printed before the attach.
          socket.once('message', () => {
            void made.then(({ container }) => {
              container.print('late\n', 'log');
              container.report(terminated(3));
              socket.send(frame(3, SUCCESS));
            });
          });
        },
      }),
    });
    const command = (await made).start(COMMAND);
    command.stdin.write('input');
    expect(await command.ended).toBe(3);
    expect(command.stdoutText()).toBe('late\n');
  });

  it('waits for a status that comes seconds later', async () => {
    const cluster = await aClusterWhoseStreams((socket) => {
      socket.send(frame(3, SUCCESS));
      socket.close(1000);
    });
    const command = cluster.start(UNMENDED, { isTerminal: true });
    await until(() => command.rawModes.length === 2, command.stderrText);
    const laterMs = command.io.now().getTime() + 7000;
    await until(() => command.io.now().getTime() > laterMs, command.stderrText);
    cluster.container.report(terminated(5));
    expect(await command.ended).toBe(5);
  });

  it('shows what comes after the Status', async () => {
    const cluster = await aClusterWhoseStreams((socket, { container }) => {
      socket.send(frame(3, SUCCESS));
      socket.send(frame(1, 'late\r\n'));
      socket.close(1000);
      container.report(terminated(0));
    });
    const command = cluster.start(SHELL, { isTerminal: true });
    expect(await command.ended).toBe(0);
    expect(command.stdoutText()).toBe('shown\r\nlate\r\n');
  });

  it.each<{ readonly label: string; readonly end: (cluster: FaultyCluster) => Promise<void> }>([
    {
      label: 'is lost to its node',
      end: ({ container }) => {
        container.report(terminated(137, { reason: 'ContainerStatusUnknown' }));
        return Promise.resolve();
      },
    },
    {
      label: 'goes with its pod',
      end: ({ playground }) => playground.deletePod({ namespace: 'default', name: 'web-1' }, 0),
    },
    {
      label: 'goes with its pod, whose name another one takes',
      end: async ({ playground }) => {
        await playground.deletePod({ namespace: 'default', name: 'web-1' }, 0);
        playground.createPod({
          name: 'web-1',
          spec: { containers: [{ name: 'app', image: 'example/app:1' }] },
        });
      },
    },
  ])('has no exit code when it $label', async ({ end }) => {
    const cluster = await aClusterWhoseStreams((socket, made) => {
      void end(made).then(() => {
        socket.send(frame(3, SUCCESS));
        socket.close(1000);
      });
    });
    const command = cluster.start(SHELL, { isTerminal: true });
    expect(await command.ended).toBe(125);
    expect(command.stderrText()).toMatch(/error: the exit code of .* \[exit-code-unknown\]\n/);
  });
});
