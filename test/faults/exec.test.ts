import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { terminated } from '../builders/a-pod.ts';
import { finish } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';
import { aFaultyCluster, frame, type FaultyCluster, type UpgradeFault } from './a-faulty-cluster.ts';

const EXEC = ['web-1', '--image=busybox', '-c', 'dbg', '-q', '--via=exec', '--', 'work'];
const SUCCESS = { metadata: {}, status: 'Success' };
const HEADER = frame(2, '42 ok\n');

function failure(message: string): object {
  return { metadata: {}, status: 'Failure', reason: 'InternalError', code: 500, message };
}

function exitedWith(exitCode: number): object {
  return {
    metadata: {},
    status: 'Failure',
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  };
}

/** One exec that says these messages and closes, or is cut. */
function says(...messages: readonly Buffer[]): UpgradeFault {
  return {
    kind: 'socket',
    serve: (socket) => {
      messages.forEach((message) => socket.send(message));
      socket.close(1000);
    },
  };
}

/** One script of ours, which answers so. */
const answers = (line: string): UpgradeFault => says(frame(1, `${line}\n`), frame(3, SUCCESS));
const succeeds = says(HEADER, frame(1, 'done\n'), frame(3, SUCCESS));
const isAway = says(frame(3, failure('error dialing backend: connection refused')));
const isCut: UpgradeFault = {
  kind: 'socket',
  serve: (socket: WebSocket) => {
    socket.send(HEADER);
    socket.send(frame(1, 'half'));
    setTimeout(() => socket.terminate(), 20);
  },
};

/** A cluster whose execs go so, one after the other; the last goes on for ever. */
function aClusterWithExecs(...execs: readonly UpgradeFault[]): Promise<FaultyCluster> {
  return aFaultyCluster({
    upgrade: (count) => execs[Math.min(count, execs.length) - 1] ?? { kind: 'answer', text: '' },
  });
}

describe('a success of an exec', () => {
  it('is one when the command is gone', async () => {
    const cluster = await aClusterWithExecs(succeeds, answers('gone'));
    expect(await finish(cluster.start(EXEC))).toEqual({ exitCode: 0, stdout: 'done\n', stderr: '' });
    expect(cluster.attaches()).toBe(2);
  });

  it('is a lost connection when the command still runs, which is ended then', async () => {
    const cluster = await aClusterWithExecs(succeeds, answers('runs'), answers('left'));
    const { exitCode, stderr } = await finish(cluster.start(EXEC));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      /^error: lost the connection to the command "work" .+ not the command \[connection-lost\]\nhint: it was ended: .+\n$/,
    );
  });

  it.each([
    { label: 'was away', later: [answers('gone')], why: 'the node was away' },
    { label: 'stays away', later: [isAway], why: 'the node does not answer' },
    { label: 'talks nonsense', later: [answers('what?')], why: 'the node does not answer' },
  ])('is none when the node $label', async ({ later, why }) => {
    const cluster = await aClusterWithExecs(succeeds, isAway, ...later);
    const { exitCode, stdout, stderr } = await finish(cluster.start(EXEC));
    expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: 'done\n' });
    expect(stderr).toMatch(new RegExp(String.raw`cannot be read: ${why}.* \[exit-code-unknown\]`));
  });

  it('is none when the debug container has ended meanwhile', async () => {
    const cluster: FaultyCluster = await aFaultyCluster({
      upgrade: (count) => {
        if (count > 1) cluster.container.report(terminated(0));
        return count === 1 ? succeeds : isAway;
      },
    });
    const { exitCode, stderr } = await finish(cluster.start(EXEC));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/the debug container ended while it ran .+ \[exit-code-unknown\]/);
  });
});

describe('an exit code of an exec', () => {
  it.each([1, 2, 126, 127, 143, 255])(
    '%i is the command`s own, and nobody is asked again',
    async (exitCode) => {
      const cluster = await aClusterWithExecs(says(HEADER, frame(3, exitedWith(exitCode))));
      expect(await finish(cluster.start(EXEC))).toEqual({ exitCode, stdout: '', stderr: '' });
      expect(cluster.attaches()).toBe(1);
    },
  );

  it('137 is the command`s own when its container lives on', async () => {
    const cluster = await aClusterWithExecs(says(HEADER, frame(3, exitedWith(137))), answers('gone'));
    expect(await finish(cluster.start(EXEC))).toEqual({ exitCode: 137, stdout: '', stderr: '' });
  });

  it.each([
    { verdict: 'missing', exitCode: 127, kind: 'command-not-found' },
    { verdict: 'denied', exitCode: 126, kind: 'command-not-executable' },
  ])('is $exitCode for a command that is $verdict', async ({ verdict, exitCode, kind }) => {
    const cluster = await aClusterWithExecs(says(frame(2, `42 ${verdict}\n`), frame(3, exitedWith(127))));
    const result = await finish(cluster.start(EXEC));
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).toContain(`[${kind}]`);
  });
});

describe('an exec whose connection is lost', () => {
  it('is ended by another one, and what it printed is kept', async () => {
    const cluster = await aClusterWithExecs(isCut, answers('left'));
    const { exitCode, stdout, stderr } = await finish(cluster.start(EXEC));
    expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: 'half' });
    expect(stderr).toMatch(/the connection was cut \[connection-lost\]\nhint: it was ended: .+\n$/);
  });

  it('is told of on a line of its own, not behind the prompt of a terminal', async () => {
    const shell = says(frame(1, '42 ok\r\n'), frame(1, '# '));
    const cluster = await aClusterWithExecs(shell, answers('left'));
    const argv = ['web-1', '--image=busybox', '-c', 'dbg', '-itq', '--via=exec'];
    const { stdout, stderr } = await finish(cluster.start(argv, { isTerminal: true }));
    expect(stdout).toBe('# ');
    expect(stderr).toMatch(/^\nerror: lost the connection/);
  });

  it('is ended once the node is back', async () => {
    const cluster = await aClusterWithExecs(isCut, isAway, isAway, answers('left'));
    expect((await finish(cluster.start(EXEC))).stderr).toMatch(/hint: it was ended/);
    expect(cluster.attaches()).toBe(4);
  });

  it('is spoken of while it is tried to end it, which Ctrl-C leaves', async () => {
    const cluster = await aClusterWithExecs(isCut, isAway);
    const command = cluster.startFrozen(EXEC.filter((word) => word !== '-q'));
    await until(() => cluster.attaches() === 2, command.stderrText);
    await command.advance(500);
    await command.untilStderr('a command run by exec cannot be rejoined; Ctrl-C leaves it running\n');
    command.deliver('SIGINT');
    expect(await command.ended).toBe(125);
    expect(command.stderrText()).toMatch(/hint: it may still run \(.+\); to end it: .+\n$/);
  });

  it('is not tried to end again where the answer was final', async () => {
    const cluster = await aClusterWithExecs(isCut, answers('left 42'));
    await finish(cluster.start(EXEC));
    expect(cluster.attaches()).toBe(2);
  });

  it.each([
    { label: 'the node stays away', end: isAway, why: 'connection refused' },
    { label: 'it may not be signalled', end: answers('left 42'), why: 'it may not be signalled' },
  ])('is said to go on when $label', async ({ end, why }) => {
    const cluster = await aClusterWithExecs(isCut, end);
    const { exitCode, stderr } = await finish(cluster.start(EXEC));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      new RegExp(
        `hint: it may still run \\(.*${why}.*\\); to end it: kubectl exec web-1 -n default -c dbg -- kill 42\n$`,
      ),
    );
  });
});

describe('an exec that cannot begin', () => {
  it('is tried again while the container is on its way up', async () => {
    const notYet = says(frame(3, failure('Internal error occurred: container not found ("dbg")')));
    const cluster = await aClusterWithExecs(notYet, notYet, succeeds, answers('gone'));
    expect(await finish(cluster.start(EXEC))).toEqual({ exitCode: 0, stdout: 'done\n', stderr: '' });
  });

  it('names the right that is missing', async () => {
    const body = JSON.stringify({
      kind: 'Status',
      status: 'Failure',
      reason: 'Forbidden',
      code: 403,
      message: 'pods "web-1" is forbidden: ',
    });
    const text = `HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const cluster = await aClusterWithExecs({ kind: 'answer', text });
    const { exitCode, stderr } = await finish(cluster.start(EXEC));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      /^error: cannot run a command in debug container "dbg" .+pods\/exec.+ \[forbidden\]\nhint: .+check -n default --for=exec -o yaml/,
    );
  });
});

describe('what runs in a container that may not be ended', () => {
  it('is said to go on after --run-timeout', async () => {
    const cluster = await aFaultyCluster({ upgrade: () => answers('left 1') });
    // An attach would be answered as the exec is that is to end it.
    const argv = ['web-1', '--image=busybox', '-c', 'dbg', '-q', '--via=log', '--run-timeout=5s'];
    const { exitCode, stderr } = await finish(cluster.start(argv));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      /^error: .+ ran longer than --run-timeout \(5 s\) and goes on: it is process 1 .+ \[run-timeout\]\nhint: to come back: kubectl-debug attach .+; by --via=exec a command is never process 1, and can be ended\n$/,
    );
  });
});
