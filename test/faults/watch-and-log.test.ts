import { describe, expect, it, onTestFinished } from 'vitest';
import type { HookAnswer, HookRequest } from '../../playground/hook.ts';
import { running, terminated } from '../builders/a-pod.ts';
import { letTimePass } from '../drivers/let-time-pass.ts';
import { finish } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';
import { aFaultyCluster, frame, type FaultyCluster, type FaultyOptions } from './a-faulty-cluster.ts';
import { CREATING } from './scripted-kubelet.ts';

/** The kubelet of these tests runs no envelope. */
const PLAIN = ['web-1', '--image=busybox', '-c', 'dbg', '-q', '--envelope=false'];
const COMMAND = [...PLAIN, '--via=log', '--', 'cat'];
const WITHOUT_STDIN = [...PLAIN, '--', 'cat'];
const WITH_STDIN = [...PLAIN, '-i', '--', 'cat'];
const POD = { namespace: 'default', name: 'web-1' };

const isPodWatch = ({ path, query }: HookRequest): boolean => path.endsWith('/pods') && query.has('watch');
const isPodReading = ({ method, path }: HookRequest): boolean =>
  method === 'GET' && path.endsWith('/pods/web-1');
const isLog = ({ path }: HookRequest): boolean => path.endsWith('/log');
const isEvents = ({ path }: HookRequest): boolean => path.endsWith('/events');

function aRefusal(code: number, reason: string): HookAnswer {
  return {
    status: code,
    body: { kind: 'Status', status: 'Failure', code, reason, message: `${reason} said the test` },
  };
}

/** Answers the requests that match, by their number from 1. */
function byCount(
  matches: (request: HookRequest) => boolean,
  answer: (count: number) => HookAnswer | undefined,
): NonNullable<FaultyOptions['hook']> {
  let count = 0;
  return (request) => {
    if (!matches(request)) return undefined;
    count += 1;
    return answer(count);
  };
}

const requestsTo = ({ playground }: FaultyCluster, end: string): number =>
  playground.requests.filter(({ path }) => path.endsWith(end)).length;

/** Starts a command whose container comes to run once the pod is watched or read, and waits for its first line. */
async function startToPrinted(
  cluster: FaultyCluster,
  argv: readonly string[],
): Promise<ReturnType<FaultyCluster['start']>> {
  const { container } = cluster;
  const command = cluster.start(argv);
  await until(() => requestsTo(cluster, '/pods') > 0, command.stderrText);
  container.report(running());
  await until(() => container.clients() > 0, command.stderrText);
  container.print('printed\n');
  await command.untilStdout('printed\n');
  return command;
}

describe.each([
  { label: 'a log that is followed', argv: COMMAND },
  { label: 'a session without stdin', argv: WITHOUT_STDIN },
  { label: 'a session', argv: WITH_STDIN },
])('$label gets the end of its container', ({ argv }) => {
  it.each<{ readonly label: string; readonly answer: (count: number) => HookAnswer | undefined }>([
    { label: 'is cut at each event', answer: () => ({ cutAfterEvents: 1 }) },
    { label: 'ends in good order at each event', answer: () => ({ cutAfterEvents: 1, cutCleanly: true }) },
    {
      label: 'is cut in the middle of an event',
      answer: (count) => (count < 3 ? { cutAfterBytes: 200 } : undefined),
    },
    {
      label: 'has forgotten its version (410 in place of the stream)',
      answer: (count) => (count % 2 === 1 ? { cutAfterEvents: 1 } : aRefusal(410, 'Expired')),
    },
    {
      label: 'is refused by an overloaded server',
      answer: (count) => (count < 3 ? aRefusal(429, 'TooManyRequests') : undefined),
    },
    {
      label: 'is refused by a broken server',
      answer: (count) => (count < 3 ? aRefusal(500, 'InternalError') : undefined),
    },
    { label: 'is forbidden', answer: () => aRefusal(403, 'Forbidden') },
  ])('though the watch $label', async ({ answer }) => {
    const cluster = await aFaultyCluster({ firstState: CREATING, hook: byCount(isPodWatch, answer) });
    const command = await startToPrinted(cluster, argv);
    cluster.container.exit(7);
    expect(await finish(command)).toEqual({ exitCode: 7, stdout: 'printed\n', stderr: '' });
  });

  it.each<{ readonly label: string; readonly answer: HookAnswer }>([
    { label: 'is refused by an overloaded server', answer: aRefusal(429, 'TooManyRequests') },
    { label: 'is refused by a broken server', answer: aRefusal(500, 'InternalError') },
    { label: 'is cut', answer: { cutAfterBytes: 0 } },
  ])('though it may not watch, and reading the pod $label for a while', async ({ answer }) => {
    const forbidsWatch = byCount(isPodWatch, () => aRefusal(403, 'Forbidden'));
    // The first one finds the pod.
    const fails = byCount(isPodReading, (count) => (count > 1 && count < 8 ? answer : undefined));
    const cluster = await aFaultyCluster({
      firstState: CREATING,
      hook: (request) => forbidsWatch(request) ?? fails(request),
    });
    const command = await startToPrinted(cluster, argv);
    // It is read again by then.
    await until(() => requestsTo(cluster, '/pods/web-1') > 8, command.stderrText);
    cluster.container.exit(7);
    expect(await finish(command)).toEqual({ exitCode: 7, stdout: 'printed\n', stderr: '' });
  });

  it('though the server has forgotten the version of the watch (410 in the stream)', async () => {
    const cluster = await aFaultyCluster({ hook: byCount(isPodWatch, () => ({ cutAfterEvents: 1 })) });
    const { container, playground } = cluster;
    const command = cluster.start(argv);
    await until(() => container.clients() > 0, command.stderrText);
    container.print('printed\n');
    await command.untilStdout('printed\n');
    playground.compact();
    container.exit(7);
    playground.compact();
    expect(await finish(command)).toEqual({ exitCode: 7, stdout: 'printed\n', stderr: '' });
  });

  it('though the events are forbidden', async () => {
    const cluster = await aFaultyCluster({ hook: byCount(isEvents, () => aRefusal(403, 'Forbidden')) });
    const { container } = cluster;
    const command = cluster.start(argv);
    await until(() => container.clients() > 0, command.stderrText);
    container.exit(7);
    expect(await finish(command)).toEqual({ exitCode: 7, stdout: '', stderr: '' });
  });

  it('not when nobody may look at its pod any more, which is an error', async () => {
    let isForbidden = false;
    let refusals = 0;
    const cluster = await aFaultyCluster({
      hook: (request) => {
        const isPod =
          isPodWatch(request) || (request.method === 'GET' && request.path.endsWith('/pods/web-1'));
        if (!isPod) return undefined;
        if (!isForbidden) return isPodWatch(request) ? { cutAfterEvents: 1 } : undefined;
        refusals += 1;
        return aRefusal(401, 'Unauthorized');
      },
    });
    const { container } = cluster;
    const command = cluster.start(argv);
    await until(() => requestsTo(cluster, '/log') > 0, command.stderrText);
    isForbidden = true;
    // The watch that is open still brings one event.
    container.report(running('2026-03-01T00:00:01Z'));
    await until(() => refusals > 0, command.stderrText);
    container.exit(7);
    const { exitCode, stderr } = await finish(command);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/^error: .* \[(unauthorized|connection-lost)\]\nhint: .+\n$/m);
    expect(requestsTo(cluster, '/log')).toBeLessThan(10);
  });
});

describe('a log that is followed', () => {
  it.each<{ readonly label: string; readonly answer: (count: number) => HookAnswer | undefined }>([
    { label: 'cannot be read yet', answer: (count) => (count < 4 ? aRefusal(400, 'BadRequest') : undefined) },
    { label: 'is cut after each piece', answer: (count) => (count < 6 ? { cutAfterEvents: 1 } : undefined) },
    {
      label: 'is cut in the middle of a line',
      answer: (count) => (count < 6 ? { cutAfterBytes: 3 * count } : undefined),
    },
    {
      label: 'ends in good order though the container runs on',
      answer: (count) => (count < 6 ? { cutAfterEvents: 1, cutCleanly: true } : undefined),
    },
    {
      label: 'is not to be had while the node is away',
      answer: (count) =>
        count === 1 ? { cutAfterEvents: 1 } : count < 6 ? aRefusal(500, 'InternalError') : undefined,
    },
  ])('is printed once and in order though it $label', async ({ answer }) => {
    const cluster = await aFaultyCluster({ hook: byCount(isLog, answer) });
    const { container } = cluster;
    const command = cluster.start(COMMAND);
    container.print('line 1\n');
    await command.untilStdout('line 1\n');
    for (let line = 2; line <= 6; line += 1) container.print(`line ${line}\n`);
    await command.untilStdout('line 6\n');
    container.print('last\n');
    container.exit(3);
    const lines = [1, 2, 3, 4, 5, 6].map((line) => `line ${line}\n`).join('');
    expect(await finish(command)).toEqual({ exitCode: 3, stdout: `${lines}last\n`, stderr: '' });
  });

  it('goes on when the kubelet ends it, as one that is killed does', async () => {
    const cluster = await aFaultyCluster();
    const { container } = cluster;
    const command = cluster.start(COMMAND);
    await until(() => container.clients() > 0, command.stderrText);
    container.print('before\n');
    container.endStreams();
    await until(() => container.clients() > 0, command.stderrText);
    container.print('after\n');
    container.exit(0);
    expect(await finish(command)).toEqual({ exitCode: 0, stdout: 'before\nafter\n', stderr: '' });
  });

  it('is an error when its node stays away', async () => {
    const cluster = await aFaultyCluster({ hook: byCount(isLog, () => aRefusal(500, 'InternalError')) });
    const { exitCode, stderr } = await finish(cluster.start(COMMAND));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      /error: lost the connection .*InternalError said the test \[connection-lost\]\nhint: .*attach/,
    );
  });

  it('is an error for who may not read it', async () => {
    const cluster = await aFaultyCluster({ hook: byCount(isLog, () => aRefusal(403, 'Forbidden')) });
    const { exitCode, stderr } = await finish(cluster.start(COMMAND));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/^error: .* \[forbidden\]\n/);
  });

  it('is incomplete when the node has rotated its start away before the rest was read', async () => {
    const cluster = await aFaultyCluster({
      hook: byCount(isLog, (count) => (count === 1 ? { cutAfterEvents: 1 } : undefined)),
    });
    const { container } = cluster;
    const command = cluster.start(COMMAND);
    await until(() => container.clients() > 0, command.stderrText);
    container.rotate();
    container.print('one\n');
    await command.untilStdout('one\n');
    container.rotate();
    container.print('three\n');
    container.exit(0);
    const { exitCode, stderr } = await finish(command);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      /^error: part of the output of .* is missing: .*rotated.* \[output-incomplete\]\nhint: .+\n$/,
    );
  });

  it.each([
    { label: 'is deleted', replace: false },
    { label: 'is replaced by one of the same name', replace: true },
  ])('ends without an exit code when its pod $label', async ({ replace }) => {
    const cluster = await aFaultyCluster();
    const { container, playground } = cluster;
    const command = cluster.start(COMMAND);
    await until(() => container.clients() > 0, command.stderrText);
    container.print('printed\n');
    await command.untilStdout('printed\n');
    await playground.deletePod(POD, 0);
    if (replace)
      playground.createPod({ name: 'web-1', spec: { containers: [{ name: 'app', image: 'other:2' }] } });
    const { exitCode, stdout, stderr } = await finish(command);
    expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: 'printed\n' });
    expect(stderr).toMatch(/^error: the exit code of .*the pod was deleted \[exit-code-unknown\]\n$/);
  });
});

describe('what a session missed', () => {
  it.each([
    { label: 'with stdin', argv: WITH_STDIN },
    { label: 'without stdin', argv: WITHOUT_STDIN },
  ])('is shown once, $label', async ({ argv }) => {
    const cluster = await aFaultyCluster();
    const { container } = cluster;
    const command = cluster.start(argv);
    await until(() => container.clients() > 0, command.stderrText);
    container.print('early\n', 'log');
    container.print('late\n');
    await command.untilStdout('late\n');
    container.exit(2);
    expect(await finish(command)).toEqual({ exitCode: 2, stdout: 'early\nlate\n', stderr: '' });
  });

  it.each([
    {
      label: 'cannot be read yet',
      answer: (count: number) => (count < 4 ? aRefusal(400, 'BadRequest') : undefined),
    },
    {
      label: 'is not to be had for a moment',
      answer: (count: number) => (count < 4 ? aRefusal(500, 'InternalError') : undefined),
    },
    { label: 'is cut at first', answer: (count: number) => (count < 4 ? { cutAfterBytes: 3 } : undefined) },
  ])('is shown once though the log $label', async ({ answer }) => {
    const cluster = await aFaultyCluster({ hook: byCount(isLog, answer) });
    const { container } = cluster;
    const command = cluster.startFrozen(WITH_STDIN);
    // Output is held back for five seconds, within which the log is asked for four times.
    onTestFinished(letTimePass(command, 20));
    await until(() => container.clients() > 0, command.stderrText);
    container.print('early\n', 'log');
    container.print('late\n');
    await command.untilStdout('late\n');
    container.exit(2);
    expect(await finish(command)).toEqual({ exitCode: 2, stdout: 'early\nlate\n', stderr: '' });
  });

  it('is not shown to who may not read logs, who is told so, and all else is', async () => {
    const cluster = await aFaultyCluster({ hook: byCount(isLog, () => aRefusal(403, 'Forbidden')) });
    const { container } = cluster;
    const command = cluster.start(WITH_STDIN);
    await until(() => container.clients() > 0, command.stderrText);
    container.print('early\n', 'log');
    container.print('late\n');
    await command.untilStdout('late\n');
    container.exit(2);
    expect(await finish(command)).toEqual({
      exitCode: 2,
      stdout: 'late\n',
      stderr: expect.stringMatching(/^Warning: .*pods\/log.*\n$/) as string,
    });
  });

  it.each([
    { label: 'is never to be had', answer: () => aRefusal(500, 'InternalError') },
    { label: 'cannot be read by anybody', answer: () => aRefusal(404, 'NotFound') },
  ])('is a gap when the log $label: what comes is shown, the end is no success', async ({ answer }) => {
    const cluster = await aFaultyCluster({ hook: byCount(isLog, answer) });
    const { container } = cluster;
    const command = cluster.start(WITH_STDIN);
    await until(() => container.clients() > 0, command.stderrText);
    container.print('late\n');
    await command.untilStdout('late\n');
    container.exit(0);
    const { exitCode, stdout, stderr } = await finish(command);
    expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: 'late\n' });
    expect(stderr).toMatch(/^error: part of the output of .* \[output-incomplete\]\nhint: .+\n$/);
  });

  it('is a gap when the status never says that the container runs', async () => {
    const cluster = await aFaultyCluster({
      firstState: CREATING,
      upgrade: () => ({ kind: 'socket', serve: (socket) => socket.send(frame(1, 'live\n')) }),
    });
    const command = cluster.start(WITH_STDIN);
    await until(() => requestsTo(cluster, '/events') > 0, command.stderrText);
    cluster.container.announce();
    await command.untilStdout('live\n');
    command.deliver('SIGINT');
    expect(await command.ended).toBe(130);
  });

  it.each([
    {
      label: 'has nothing more than came',
      log: 'live\n',
      exitCode: 0,
      stderr: /^$/,
    },
    {
      label: 'has more at its beginning',
      log: 'early\nlive\n',
      exitCode: 125,
      stderr: /the log showed 6 bytes from before the attach too late \[output-incomplete\]\n/,
    },
    {
      label: 'has something else',
      log: 'other\n',
      exitCode: 125,
      stderr: /\[output-incomplete\]\n/,
    },
  ])(
    'is judged in the end where the status lags behind: the log $label, exit code $exitCode',
    async ({ log, exitCode, stderr }) => {
      let endStream = (): void => undefined;
      const cluster = await aFaultyCluster({
        firstState: CREATING,
        upgrade: () => ({
          kind: 'socket',
          serve: (socket) => {
            socket.send(frame(1, 'live\n'));
            endStream = () => {
              socket.send(frame(3, { metadata: {}, status: 'Success' }));
              socket.close(1000);
            };
          },
        }),
      });
      const { container } = cluster;
      const command = cluster.start(WITH_STDIN);
      await until(() => requestsTo(cluster, '/events') > 0, command.stderrText);
      container.announce();
      // Shown although the log could not be read within the time for which output is held back.
      await command.untilStdout('live\n');
      container.print(log, 'log');
      endStream();
      container.report(terminated(0));
      expect(await finish(command)).toEqual({
        exitCode,
        stdout: 'live\n',
        stderr: expect.stringMatching(stderr) as string,
      });
    },
  );
});
