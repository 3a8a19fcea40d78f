import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod, running, terminated, waiting } from '../../../test/builders/a-pod.ts';
import { aPodWatch } from '../../../test/builders/a-pod-watch.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import type { ContainerStateFields } from '../../pod/types.ts';
import type { Gap, GapRequest } from './gap.ts';
import { readGap } from './read-gap.ts';
import { FIRST_ATTACH, REATTACH, SHELL } from './gap-policy.ts';
import { NOTHING_SHOWN, rememberShown, type Shown } from './remember-shown.ts';
import { makeHeldOutput } from './held-output.ts';

const CONTAINER = { namespace: 'shop', name: 'web-1', container: 'dbg' };
const aPodWith = (state: ContainerStateFields) => aPod({ ephemerals: [{ name: 'dbg', state }] });
const refusal = (code: number): ApiError =>
  new ApiError({ method: 'GET', path: '/log' }, code, { message: 'no' });

function shownOf(text: string): () => Shown {
  const memory = rememberShown({ from: 0, isExact: true });
  memory.accept('stdout', Buffer.from(text));
  return memory.shown;
}

function behind(shown: string | undefined, isShell: boolean): Pick<GapRequest, 'shown' | 'policy'> {
  if (shown === undefined)
    return { shown: () => NOTHING_SHOWN, policy: isShell ? { ...SHELL, settleMs: 0 } : FIRST_ATTACH };
  return { shown: shownOf(shown), policy: REATTACH };
}

interface Setup {
  /** What each reading of the log gives; the last one again and again. */
  readonly logs: readonly (string | Error)[];
  /** How long the server takes to send the log, in milliseconds; a reading with less time fails. */
  readonly answerMs?: number;
  readonly attached?: string;
  readonly attachedErrors?: string;
  /** What an earlier stream has shown; undefined at a first attach. */
  readonly shown?: string;
  readonly tty?: boolean;
  readonly state?: ContainerStateFields;
  readonly signal?: AbortSignal;
  readonly isOver?: boolean;
  readonly isShell?: boolean;
  /** Told the number of each reading while the log is read. */
  readonly onReading?: (count: number) => void;
}

function look({
  logs,
  answerMs = 0,
  attached = '',
  attachedErrors = '',
  shown,
  tty = false,
  state = running(),
  signal = new AbortController().signal,
  isOver = false,
  isShell = false,
  onReading,
}: Setup) {
  const fake = anIo();
  const watched = aPodWatch(aPodWith(state));
  let readings = 0;
  const { cluster } = aCluster({
    stream: ({ timeoutMs = Infinity }) => {
      const log = logs[Math.min(readings++, logs.length - 1)] ?? '';
      onReading?.(readings);
      if (log instanceof Error) throw log;
      if (timeoutMs < answerMs) throw refusal(500);
      return [log];
    },
  });
  const write = (): void => undefined;
  const output = { write, flush: () => Promise.resolve() };
  const held = makeHeldOutput(output);
  const attach = (text: string): void => held.accept('stdout', Buffer.from(text));
  attach(attached);
  held.accept('stderr', Buffer.from(attachedErrors));
  let result: unknown = 'not yet';
  const gap = readGap(
    { io: fake.io, cluster, watch: watched.watch, output },
    {
      container: CONTAINER,
      tty,
      held,
      isStreamOver: () => isOver,
      ...behind(shown, isShell),
    },
    signal,
  );
  gap.then(
    (found) => (result = describeGap(found)),
    (error: unknown) => (result = error),
  );
  /** Lets this much time pass, in steps of a reading. */
  const pass = async (milliseconds: number): Promise<unknown> => {
    for (let passed = 0; passed < milliseconds; passed += 50) await fake.advance(50);
    return result;
  };
  return { ...watched, attach, pass, readings: () => readings };
}

const describeGap = (gap: Gap): unknown => (gap.kind === 'found' ? gap.missed.stdout.toString() : gap);

describe('readGap at a first attach', () => {
  it.each([
    { label: 'everything that came before', logs: ['a\nb\nc\n'], attached: 'c\n', missed: 'a\nb\n' },
    { label: 'nothing when nothing was missed', logs: ['a\n'], attached: 'a\n', missed: '' },
    { label: 'the whole log as long as nothing was attached', logs: ['a\nb\n'], missed: 'a\nb\n' },
    {
      label: 'every whole line when only part of one was attached',
      logs: ['a\n'],
      attached: 'promp',
      missed: 'a\n',
    },
    {
      label: 'the place in a log that lags behind at first',
      logs: ['', 'a\n', 'a\nb\n'],
      attached: 'b\n',
      missed: 'a\n',
    },
    {
      label: 'what a terminal showed for what the log holds',
      logs: ['a\nb\n'],
      attached: 'b\r\n',
      tty: true,
      missed: 'a\r\n',
    },
  ])('finds $label', async ({ missed, ...setup }) => {
    expect(await look(setup).pass(300)).toBe(missed);
  });

  it('waits for a line in a log that lags behind, where nothing is held back for that', async () => {
    const logs = ['', '', '', 'before\n'];
    expect(await look({ logs, attached: '# ' }).pass(300)).toBe('');
    const { pass, readings } = look({ logs, attached: '# ', isShell: true });
    expect(await pass(2000)).toBe('not yet');
    expect(await pass(500)).toBe('before\n');
    expect(readings()).toBe(5);
  });

  it('finds the place of a shell whose greeting ends as it begins, also in a log that lags behind', async () => {
    const logs = [...Array.from({ length: 6 }, () => 'welcome\n\n\n'), 'welcome\n\n\nshell\n\n'];
    const attached = '\n\nshell\n\n# ';
    expect(await look({ logs, attached }).pass(300)).toEqual({ kind: 'follow-log' });
    const { attach, pass } = look({ logs, attached: '\n\n', isShell: true });
    expect(await pass(1000)).toBe('not yet');
    attach('shell\n\n# ');
    expect(await pass(1000)).toBe('welcome\n');
  });

  it('of a shell knows no place where equal lines go on to come', async () => {
    const { attach, pass } = look({
      logs: ['x\nx\nx\n'],
      attached: 'x\nx\n',
      isShell: true,
      onReading: () => {
        attach('x\n');
      },
    });
    expect(await pass(5500)).toEqual({ kind: 'ambiguous' });
  });

  it('takes a log for empty that is so for three seconds, or until the deadline, or whose container has ended', async () => {
    const { pass, readings } = look({ logs: [''], attached: '# ', isShell: true });
    expect(await pass(3000)).toBe('not yet');
    expect(await pass(500)).toBe('');
    expect(readings()).toBeLessThan(7);
    const unseen = look({ logs: [''], attached: '# ', isShell: true, state: waiting('ContainerCreating') });
    expect(await unseen.pass(5000)).toBe('');
    const ended = look({ logs: [''], isShell: true, isOver: true, state: terminated(0) });
    expect(await ended.pass(500)).toBe('');
  });

  it('believes only what two readings agree on', async () => {
    const { pass, readings } = look({ logs: ['same\n', 'same\nsame\nlast\n'], attached: 'same\nlast\n' });
    expect(await pass(300)).toBe('same\n');
    expect(readings()).toBe(3);
  });

  it('waits for another reading when the first line came while the log was read, which may have it or not', async () => {
    const { attach, pass } = look({
      logs: ['a\nb\n'],
      onReading: (count) => {
        if (count === 2) attach('b\n');
      },
    });
    expect(await pass(300)).toBe('a\n');
  });

  it('says when the stream fits in more than one place', async () => {
    expect(await look({ logs: ['x\nx\nx\n'], attached: 'x\nx\n' }).pass(300)).toEqual({ kind: 'follow-log' });
  });

  it.each([
    { label: 'does not show what was attached', logs: ['other\n'], reason: /does not show/ },
    { label: 'cannot be read all the time', logs: [refusal(500)], reason: /could not be read in time/ },
    { label: 'cannot be read at all', logs: [refusal(404)], reason: /cannot be read: no/ },
  ])('is a gap when the log $label', async ({ logs, reason }) => {
    const gap = look({ logs, attached: 'mine\n' });
    expect(await gap.pass(6000)).toEqual({
      kind: 'not-found',
      reason: expect.stringMatching(reason) as string,
    });
  });

  it('follows the log when more comes than can be held', async () => {
    const { attach, pass } = look({ logs: ['other\n'], attached: 'mine\n' });
    await pass(100);
    attach('x'.repeat(9 * 1024 * 1024));
    expect(await pass(100)).toEqual({ kind: 'follow-log' });
  });

  it.each([
    {
      label: 'counts equal lines from the end',
      logs: ['x\nx\nx\n'],
      attached: 'x\n',
      expected: 'x\nx\n',
    },
    {
      label: 'knows a last line that nobody has finished',
      logs: ['a\nthe end'],
      attached: 'end',
      expected: 'a\nthe ',
    },
    {
      label: 'follows a log that holds more than came',
      logs: ['a\nb\nc\n'],
      attached: 'b\n',
      expected: { kind: 'follow-log' },
    },
    {
      label: 'tells of a log that is shorter than the output that arrived',
      logs: ['b\n'],
      attached: 'a\nb\n',
      expected: { kind: 'not-found', reason: 'the log is shorter than the output that we received' },
    },
  ])('$label once the container and the stream have ended', async ({ expected, ...setup }) => {
    expect(await look({ ...setup, state: terminated(0), isOver: true }).pass(400)).toEqual(expected);
  });

  it('asks for the log once the status says that there is one', async () => {
    const { show, pass, readings } = look({ logs: ['a\n'], state: waiting('ContainerCreating') });
    await pass(1900);
    expect(readings()).toBe(0);
    show(aPodWith(terminated(0)));
    expect(await pass(300)).toBe('a\n');
  });

  it('asks for the log itself, now and then, when the status says nothing for two seconds', async () => {
    const logs = [refusal(400), refusal(400), 'a\nb\n'];
    const { pass, readings } = look({ logs, attached: 'b\n', state: waiting('ContainerCreating') });
    await pass(2100);
    expect(readings()).toBe(1);
    expect(await pass(700)).toBe('a\n');
  });

  it('holds output back for the status and the log together no longer than five seconds', async () => {
    const { pass } = look({ logs: [refusal(400)], state: waiting('ContainerCreating') });
    expect(await pass(4900)).toBe('not yet');
    expect(await pass(400)).toEqual({ kind: 'not-found', reason: 'the log could not be read in time' });
  });

  it('waits for the log of a stream that is over as long as the status may lag behind', async () => {
    const logs = [...Array.from({ length: 37 }, () => refusal(400)), 'a\nb\n'];
    const starting = waiting('ContainerCreating');
    const { show, pass } = look({ logs, attached: 'b\n', state: starting, isOver: true });
    expect(await pass(11_000)).toBe('not yet');
    show(aPodWith(terminated(0)));
    expect(await pass(1000)).toBe('a\n');
  });

  it('follows a log with all that came, of which too few readings agree until the deadline', async () => {
    const logs = Array.from({ length: 200 }, () => ['x\nx\nx\n', 'x\nx\nx\n', refusal(500)]).flat();
    expect(await look({ logs, attached: 'x\nx\n' }).pass(5500)).toEqual({ kind: 'follow-log' });
  });

  it('is unknown to who may not read logs', async () => {
    const { pass } = look({ logs: [refusal(403)], attached: 'mine\n' });
    expect(await pass(100)).toEqual({ kind: 'forbidden' });
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const { pass } = look({ logs: ['other\n'], attached: 'mine\n', signal: controller.signal });
    await pass(100);
    controller.abort(new Interrupted('SIGTERM'));
    expect(await pass(100)).toMatchObject({ signalName: 'SIGTERM' });
  });
});

describe('readGap after an outage', () => {
  it.each([
    {
      label: 'what came between the streams',
      shown: 'a\n',
      logs: ['a\nb\nc\n'],
      attached: 'c\n',
      missed: 'b\n',
    },
    {
      label: 'nothing where nothing was missed',
      shown: 'a\n',
      logs: ['a\nb\n'],
      attached: 'b\n',
      missed: '',
    },
    {
      label: 'all to the end of the log where nothing has come',
      shown: 'a\n',
      logs: ['a\nb\n'],
      missed: 'b\n',
    },
    {
      label: 'the rest of a line that was shown in part',
      shown: 'a\nhal',
      logs: ['a\nhalf\n'],
      missed: 'f\n',
    },
    {
      label: 'what a terminal would have shown',
      shown: 'a\r\n',
      logs: ['a\nb\n'],
      tty: true,
      missed: 'b\r\n',
    },
    {
      label: 'the place in a log that lags behind at first',
      shown: 'a\n',
      logs: [refusal(500), '', 'a\n', 'a\nb\nc\n'],
      attached: 'c\n',
      missed: 'b\n',
    },
  ])('finds $label', async ({ missed, ...setup }) => {
    expect(await look(setup).pass(600)).toBe(missed);
  });

  it('believes only what two readings agree on', async () => {
    const { pass } = look({ shown: 'a\n', logs: ['a\n', 'a\nb\n', 'a\nb\n'] });
    await pass(100);
    expect(await pass(200)).toBe('b\n');
  });

  it.each([
    { label: 'does not show what came', logs: ['other\n'], reason: /does not show/ },
    { label: 'cannot be read for now', logs: [refusal(500)], reason: /could not be read/ },
    { label: 'cannot be read at all', logs: [refusal(404)], reason: /cannot be read: no/ },
  ])('is a gap when the log $label within five seconds', async ({ logs, reason }) => {
    const found = await look({ shown: 'mine\n', logs, attached: 'new\n' }).pass(5500);
    expect(found).toEqual({ kind: 'not-found', reason: expect.stringMatching(reason) as string });
  });

  it('is ambiguous although the last reading had no time for an answer', async () => {
    const logs = Array.from({ length: 200 }, (_, count) => `x\nx\nx\n${'y\n'.repeat(count)}`);
    const found = await look({ shown: 'x\n', logs, attached: 'y\n', answerMs: 60 }).pass(5500);
    expect(found).toEqual({ kind: 'ambiguous' });
  });

  it('is unknown to who may not read logs', async () => {
    expect(await look({ shown: 'a\n', logs: [refusal(403)] }).pass(100)).toEqual({ kind: 'forbidden' });
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const { pass } = look({ shown: 'mine\n', logs: ['other\n'], attached: 'x\n', signal: controller.signal });
    await pass(100);
    controller.abort(new Interrupted('SIGTERM'));
    expect(await pass(100)).toMatchObject({ signalName: 'SIGTERM' });
  });

  it('finds what two streams have missed, which the log orders in its own way', async () => {
    const logs = ['a\nmissed\nout\nerr\n'];
    const gap = look({ shown: 'a\n', logs, attachedErrors: 'err\n', attached: 'out\n' });
    expect(await gap.pass(300)).toBe('missed\n');
  });

  it('takes a quiet stream of equal lines to end where the log does', async () => {
    expect(await look({ shown: 'x\n', logs: ['x\nx\nx\nx\n'], attached: 'x\n' }).pass(300)).toBe('x\nx\n');
  });

  it('is missing when more comes than can be held', async () => {
    const { attach, pass } = look({ shown: 'a\n', logs: ['other\n'], attached: 'mine\n' });
    await pass(100);
    attach('x'.repeat(9 * 1024 * 1024));
    expect(await pass(100)).toMatchObject({
      kind: 'not-found',
      reason: expect.stringMatching(/too much/) as string,
    });
  });
});
