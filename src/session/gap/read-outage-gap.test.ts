import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { aPodWatch } from '../../../test/builders/a-pod-watch.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import { catchUp, type CatchUp } from './read-outage-gap.ts';
import { openOutput } from '../local/output.ts';
import { rememberShown } from './remember-shown.ts';

const refusal = (code: number): ApiError =>
  new ApiError({ method: 'GET', path: '/log' }, code, { message: 'no' });

interface Setup {
  /** What each reading of the log gives; the last one again and again. */
  readonly logs: readonly (string | Error)[];
  readonly shown: string;
  readonly attached?: string;
  readonly tty?: boolean;
  readonly signal?: AbortSignal;
}

function look({ logs, shown, attached = '', tty = false, signal = new AbortController().signal }: Setup) {
  const fake = anIo();
  let readings = 0;
  const { cluster } = aCluster({
    stream: () => {
      const log = logs[Math.min(readings++, logs.length - 1)] ?? '';
      if (log instanceof Error) throw log;
      return [log];
    },
  });
  const memory = rememberShown({ from: 0, isExact: true });
  memory.accept('stdout', Buffer.from(shown));
  const context = { io: fake.io, cluster, watch: aPodWatch(aPod()).watch, output: openOutput(fake.io) };
  const container = { namespace: 'shop', name: 'web-1', container: 'dbg' };
  const wanted = { container, tty, shown: memory.shown(), attached: () => Buffer.from(attached) };
  let result: unknown = 'not yet';
  catchUp(context, wanted, signal).then(
    (found) => (result = describeFound(found)),
    (error: unknown) => (result = error),
  );
  return {
    pass: async (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += 50) await fake.advance(50);
      return result;
    },
  };
}

const describeFound = (found: CatchUp): unknown => (found.kind === 'found' ? found.missed.toString() : found);

describe('catchUp', () => {
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
    expect(found).toEqual({ kind: 'gap', reason: expect.stringMatching(reason) as string });
  });

  it('is unknown to who may not read logs', async () => {
    expect(await look({ shown: 'a\n', logs: [refusal(403)] }).pass(100)).toEqual({ kind: 'unknown' });
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const { pass } = look({ shown: 'mine\n', logs: ['other\n'], attached: 'x\n', signal: controller.signal });
    await pass(100);
    controller.abort(new Interrupted('SIGTERM'));
    expect(await pass(100)).toMatchObject({ signalName: 'SIGTERM' });
  });
});
