import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod, running, terminated } from '../../../test/builders/a-pod.ts';
import { aPodWatch } from '../../../test/builders/a-pod-watch.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import type { ApiRequest } from '../../cluster/cluster.ts';
import { CliError } from '../../errors/cli-error.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import type { ContainerStateFields } from '../../pod/types.ts';
import { logSession } from './log-session.ts';
import { openOutput } from '../local/output.ts';
import type { CommandEnd } from '../records/records.ts';

const CONTAINER = { namespace: 'shop', name: 'web-1', container: 'dbg' };
const aPodWith = (state: ContainerStateFields) => aPod({ ephemerals: [{ name: 'dbg', state }] });
const refusal = (code: number): ApiError => new ApiError({ method: 'GET', path: '/log' }, code, {});

/** The reading stays open from here on. */
const OPEN = Symbol('open');
/** How one reading of the log goes; the last one again and again. */
type Reading = Error | readonly (string | Error | typeof OPEN)[];

async function* readOut(reading: Exclude<Reading, Error>): AsyncGenerator<string> {
  for (const part of reading) {
    if (part instanceof Error) throw part;
    if (part === OPEN) await new Promise(() => undefined);
    else yield part;
  }
}

interface Following {
  readonly state?: ContainerStateFields;
  readonly signal?: AbortSignal;
  readonly finished?: Promise<CommandEnd>;
}

function follow(
  readings: readonly Reading[],
  { state = running(), signal = new AbortController().signal, finished }: Following = {},
) {
  const fake = anIo();
  const watched = aPodWatch(aPodWith(state));
  let count = 0;
  const { cluster, requests } = aCluster({
    stream: () => {
      const reading = readings[Math.min(count++, readings.length - 1)] ?? [];
      if (reading instanceof Error) throw reading;
      return readOut(reading);
    },
  });
  const outcome = logSession(
    { io: fake.io, cluster, watch: watched.watch, output: openOutput(fake.io) },
    { container: CONTAINER, ...(finished && { finished }) },
    signal,
  );
  outcome.catch(() => undefined);
  return { ...fake, ...watched, requests, outcome };
}

const follows = (requests: readonly ApiRequest[]): unknown[] =>
  requests.map(({ query }) => query?.['follow']);
const CUT = new CliError('connection-lost', 'cut');

describe('logSession', () => {
  const AWAY = 'rpc error: code = Unavailable desc = connection refused';

  it('shows nothing of an error that the node writes into a log, and reads on where it was', async () => {
    const { advance, show, stdoutText, outcome } = follow([
      ['one\n', `two\n${AWAY}`],
      ['one\ntwo\n', 'three\n', OPEN],
      ['one\ntwo\nthree\nthe end'],
    ]);
    await advance(500);
    await advance(500);
    expect(stdoutText()).toBe('one\ntwo\nthree\n');
    show(aPodWith(terminated(0)));
    for (let step = 0; step < 4; step += 1) await advance(500);
    expect(await outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
    expect(stdoutText()).toBe('one\ntwo\nthree\nthe end');
  });

  it.each([
    { label: 'has lost the log', says: 'unable to retrieve container logs for containerd://1' },
    { label: 'cannot ask its runtime', says: AWAY },
  ])('is incomplete when the node $label for good, which is no output', async ({ says }) => {
    const { advance, stdoutText, outcome } = follow([[says]], { state: terminated(0) });
    for (let step = 0; step < 12; step += 1) await advance(500);
    expect(await outcome).toEqual({ kind: 'incomplete', reason: `the node says: ${says}` });
    expect(stdoutText()).toBe('');
  });

  it('waits for the log of a container that has ended while its kubelet does not know the pod yet', async () => {
    const { advance, stdoutText, outcome } = follow([refusal(404), refusal(404), ['all\n']], {
      state: terminated(3),
    });
    for (let step = 0; step < 3; step += 1) await advance(500);
    expect(await outcome).toMatchObject({ kind: 'exited', exitCode: 3 });
    expect(stdoutText()).toBe('all\n');
  });

  it('reads the log of a container that has ended once, without following it', async () => {
    const { outcome, stdoutText, requests } = follow([['a\n', 'b']], { state: terminated(3) });
    expect(await outcome).toMatchObject({ kind: 'exited', exitCode: 3 });
    expect(stdoutText()).toBe('a\nb');
    expect(follows(requests)).toEqual([false]);
  });

  it('cuts a follow short when the container has ended, and reads the rest at once', async () => {
    const { outcome, show, advance, stdoutText, requests } = follow([['a\n', OPEN], ['a\nb\n']]);
    await advance(0);
    show(aPodWith(terminated(0)));
    expect(await outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
    expect(stdoutText()).toBe('a\nb\n');
    expect(follows(requests)).toEqual([true, false]);
  });

  it('reads on when a follow ends though the container runs', async () => {
    const { outcome, show, advance, stdoutText } = follow([
      ['a\n'],
      ['a\n', CUT],
      ['a\nb\n', OPEN],
      ['a\nb\nc\n'],
    ]);
    for (let round = 0; round < 4; round += 1) await advance(500);
    expect(stdoutText()).toBe('a\nb\n');
    show(aPodWith(terminated(0)));
    await outcome;
    expect(stdoutText()).toBe('a\nb\nc\n');
  });

  it.each([400, 500, 503])('asks again for a log that is refused with %i for now', async (code) => {
    const { outcome, show, advance, stdoutText } = follow([
      refusal(code),
      refusal(code),
      ['a\n', OPEN],
      ['a\n'],
    ]);
    for (let round = 0; round < 3; round += 1) await advance(500);
    expect(stdoutText()).toBe('a\n');
    show(aPodWith(terminated(7)));
    expect(await outcome).toMatchObject({ exitCode: 7 });
  });

  it('is lost after two minutes of refusals', async () => {
    const { outcome, advance } = follow([refusal(500)]);
    for (let round = 0; round < 245; round += 1) await advance(500);
    expect(await outcome).toMatchObject({ kind: 'lost' });
  });

  it.each([401, 403])('gives up at once on a refusal with %i', async (code) => {
    await expect(follow([refusal(code)]).outcome).rejects.toMatchObject({ code });
  });

  it('says that it is incomplete when another log is there in its place', async () => {
    const { outcome, advance } = follow([['a\n'], ['b\nc\n']]);
    await advance(0);
    await advance(500);
    expect(await outcome).toMatchObject({ kind: 'incomplete' });
  });

  it('does not mind a log that was rotated after it was followed to its end', async () => {
    const { outcome, show, advance, stdoutText } = follow([['a\nb\n'], ['b\n']]);
    await advance(0);
    show(aPodWith(terminated(0)));
    expect(await outcome).toMatchObject({ kind: 'exited', exitCode: 0 });
    expect(stdoutText()).toBe('a\nb\n');
  });

  it('never asks for the log of a pod that is gone', async () => {
    const { outcome, showGone, advance, requests } = follow([['a\n', OPEN]]);
    await advance(0);
    showGone();
    expect(await outcome).toEqual({ kind: 'unknown', reason: 'the pod was deleted' });
    expect(requests).toHaveLength(1);
  });

  it('fails when nobody can look at the pod any more', async () => {
    const { outcome, fail, advance, requests } = follow([['a\n', OPEN]]);
    await advance(0);
    fail(new Error('unauthorized'));
    await expect(outcome).rejects.toThrow('unauthorized');
    expect(requests).toHaveLength(1);
  });

  it.each<{ readonly label: string; readonly readings: readonly Reading[] }>([
    { label: 'its log goes on', readings: [['a\n', OPEN]] },
    { label: 'its log cannot be read again', readings: [['a\n'], refusal(500)] },
  ])('ends with its records, for which neither status nor log is waited, though $label', async (row) => {
    let finish: (end: CommandEnd) => void = () => undefined;
    const finished = new Promise<CommandEnd>((resolve) => (finish = resolve));
    const { outcome, advance, stdoutText, requests } = follow(row.readings, { finished });
    await advance(0);
    finish({ exitCode: 7, found: 'ok' });
    expect(await outcome).toEqual({ kind: 'exited', exitCode: 7, reason: '', message: '' });
    expect(stdoutText()).toBe('a\n');
    const asked = requests.length;
    await advance(1000);
    expect(requests).toHaveLength(asked);
  });

  it('waits for the status where its records never come', async () => {
    const finished = new Promise<CommandEnd>(() => undefined);
    const { outcome } = follow([['a\n']], { state: terminated(3), finished });
    expect(await outcome).toMatchObject({ kind: 'exited', exitCode: 3 });
  });

  it('is detached by a signal', async () => {
    const controller = new AbortController();
    const { outcome, advance, stdoutText } = follow([['a\n', OPEN]], { signal: controller.signal });
    await advance(0);
    controller.abort(new Interrupted('SIGTERM'));
    expect(await outcome).toEqual({ kind: 'detached', by: 'SIGTERM' });
    expect(stdoutText()).toBe('a\n');
  });
});
