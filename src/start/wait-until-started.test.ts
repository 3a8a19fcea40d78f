import { describe, expect, it } from 'vitest';
import { aCluster } from '../../test/builders/a-cluster.ts';
import { anIo } from '../../test/builders/an-io.ts';
import { aPod, running, terminated, waiting, type PodOptions } from '../../test/builders/a-pod.ts';
import { aPodWatch } from '../../test/builders/a-pod-watch.ts';
import { ApiError } from '../cluster/api-error.ts';
import { Interrupted } from '../errors/interrupted.ts';
import type { ContainerStateFields } from '../pod/types.ts';
import { waitUntilStarted, type StartRequest } from './wait-until-started.ts';

const CREATING = waiting('ContainerCreating');
const CONTAINER = { namespace: 'shop', name: 'web-1', container: 'dbg' };

function aPodWith(state: ContainerStateFields | undefined, options: PodOptions = {}) {
  const dbg = state === undefined ? { name: 'dbg', hasStatus: false } : { name: 'dbg', state };
  return aPod({ ...options, ephemerals: [dbg] });
}

/** The node's reports, which a test adds to. */
function aFeed() {
  const lines: string[] = [];
  let wake = (): void => undefined;
  async function* read(): AsyncGenerator<string> {
    for (let index = 0; ; index += 1) {
      while (lines.length <= index) await new Promise<void>((resolve) => (wake = resolve));
      yield lines[index] ?? '';
    }
  }
  return {
    read,
    report: (reason: string, message: string, container = 'dbg') => {
      const metadata = {
        name: `event-${lines.length}`,
        namespace: 'shop',
        resourceVersion: String(lines.length + 1),
      };
      const involvedObject = { fieldPath: `spec.ephemeralContainers{${container}}` };
      lines.push(
        `${JSON.stringify({ type: 'ADDED', object: { metadata, involvedObject, reason, message } })}\n`,
      );
      wake();
    },
  };
}

function start(
  state: ContainerStateFields | undefined,
  change: Partial<StartRequest> & { signal?: AbortSignal } = {},
) {
  const fake = anIo();
  const feed = aFeed();
  const watched = aPodWatch(aPodWith(state));
  const { cluster } = aCluster({ stream: feed.read });
  const progress: string[] = [];
  const { signal = new AbortController().signal, ...rest } = change;
  const request: StartRequest = {
    container: CONTAINER,
    podUid: 'uid',
    image: 'tools:1',
    timeoutMs: 60_000,
    acceptsEvent: false,
    onProgress: (text) => progress.push(text),
    ...rest,
  };
  const started = waitUntilStarted({ io: fake.io, cluster, watch: watched.watch }, request, signal);
  started.catch(() => undefined);
  return { ...fake, ...watched, report: feed.report, started, progress };
}

describe('waitUntilStarted', () => {
  it.each([
    { state: running(), kind: 'running' },
    { state: terminated(3), kind: 'ended' },
  ])('sees at once that the container is $kind', async ({ state, kind }) => {
    expect(await start(state).started).toMatchObject({ kind });
  });

  it('waits for the status, whatever comes before', async () => {
    const { show, started } = start(undefined);
    show(aPodWith(CREATING));
    show(aPodWith(waiting('ErrImagePull', 'i/o timeout')));
    show(aPodWith(running()));
    expect(await started).toMatchObject({ kind: 'running' });
  });

  it.each([
    { acceptsEvent: true, label: 'is enough to attach' },
    { acceptsEvent: false, label: 'is not enough to read the log' },
  ])('knows that a Started event $label', async ({ acceptsEvent }) => {
    const { report, advance, show, started } = start(CREATING, { acceptsEvent });
    let isStarted = false;
    void started.then(() => (isStarted = true));
    report('Started', 'Container started', 'another');
    await advance(0);
    expect(isStarted).toBe(false);
    report('Started', 'Container started');
    await advance(0);
    expect(isStarted).toBe(acceptsEvent);
    show(aPodWith(running()));
    expect(await started).toEqual({ kind: 'running' });
  });

  it('tells what it waits for: the status, and what the node reports about it', async () => {
    const { report, advance, show, started, progress } = start(undefined);
    await advance(0);
    show(aPodWith(CREATING));
    await advance(0);
    report('Pulling', 'Pulling image "tools:1"');
    await advance(0);
    show(aPodWith(waiting('ErrImagePull', 'i/o timeout')));
    await advance(0);
    show(aPodWith(running()));
    await started;
    expect([...new Set(progress)]).toEqual([
      'the node has not picked the container up yet',
      'ContainerCreating',
      'ContainerCreating: Pulling image "tools:1"',
      'ErrImagePull: i/o timeout',
    ]);
  });

  it('does without events where they may not be read', async () => {
    const watched = aPodWatch(aPodWith(CREATING));
    const { cluster } = aCluster({
      stream: () => {
        throw new ApiError({ method: 'GET', path: '/' }, 403, {});
      },
    });
    const request = {
      container: CONTAINER,
      podUid: '',
      image: '',
      timeoutMs: 1000,
      acceptsEvent: true,
      onProgress: () => undefined,
    };
    const { signal } = new AbortController();
    const started = waitUntilStarted({ io: anIo().io, cluster, watch: watched.watch }, request, signal);
    await new Promise((resolve) => setImmediate(resolve));
    watched.show(aPodWith(running()));
    expect(await started).toEqual({ kind: 'running' });
  });

  it.each([
    {
      label: 'is deleted',
      kind: 'pod-replaced',
      change: (watched: ReturnType<typeof start>) => watched.showGone(),
    },
    {
      label: 'is being deleted',
      kind: 'pod-terminating',
      change: ({ show }: ReturnType<typeof start>) =>
        show(aPodWith(CREATING, { metadata: { deletionTimestamp: 'now' } })),
    },
    {
      label: 'fails',
      kind: 'pod-finished',
      change: ({ show }: ReturnType<typeof start>) => show(aPodWith(CREATING, { phase: 'Failed' })),
    },
  ])('ends with $kind when the pod $label', async ({ kind, change }) => {
    const watched = start(CREATING);
    change(watched);
    await expect(watched.started).rejects.toMatchObject({ kind });
  });

  it.each([
    {
      state: undefined,
      kind: 'not-picked-up',
      message: /did not start within 60 s: its node never picked it up/,
    },
    { state: CREATING, kind: 'timeout', message: /did not start within 60 s: ContainerCreating$/ },
    {
      state: waiting('ErrImagePull', 'i/o timeout'),
      kind: 'timeout',
      message: /60 s: ErrImagePull: i\/o timeout$/,
    },
  ])('gives up with $kind when its time is over', async ({ state, kind, message }) => {
    const { advance, started } = start(state);
    for (let second = 0; second < 60; second += 1) await advance(1000);
    await expect(started).rejects.toMatchObject({ kind, message: expect.stringMatching(message) as string });
  });

  it('loses patience with what does not heal, though nothing changes', async () => {
    const { advance, started } = start(waiting('CreateContainerConfigError', 'secret "x" not found'));
    for (let second = 0; second < 31; second += 1) await advance(1000);
    await expect(started).rejects.toMatchObject({ kind: 'start-failed' });
  });

  it('fails when nobody can look at the pod any more', async () => {
    const { fail, started } = start(CREATING);
    fail(new Error('unauthorized'));
    await expect(started).rejects.toThrow('unauthorized');
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const { started } = start(CREATING, { signal: controller.signal });
    controller.abort(new Interrupted('SIGINT'));
    await expect(started).rejects.toMatchObject({ signalName: 'SIGINT' });
  });
});
