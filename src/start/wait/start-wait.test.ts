import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod, running, terminated, waiting, type PodOptions } from '../../../test/builders/a-pod.ts';
import { aPodWatch } from '../../../test/builders/a-pod-watch.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import type { ContainerStateFields } from '../../pod/types.ts';
import { followContainerEvents } from './container-events.ts';
import { startWait, type StartRequest } from './start-wait.ts';

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

interface Change extends Partial<StartRequest> {
  readonly signal?: AbortSignal;
  /** A cluster that has something else to say about events. */
  readonly cluster?: Cluster;
  readonly answerMs?: number;
}

function start(state: ContainerStateFields | undefined, change: Change = {}) {
  const fake = anIo();
  const feed = aFeed();
  const watched = aPodWatch(aPodWith(state));
  const { signal = new AbortController().signal, answerMs = 5 } = change;
  const { cluster = aCluster({ stream: feed.read }).cluster } = change;
  const progress: string[] = [];
  const troubles: string[] = [];
  const events = followContainerEvents(fake.io, cluster, { container: CONTAINER, podUid: 'uid' });
  const signs = { watch: watched.watch, events, answerMs, close: () => undefined };
  const wait = startWait(fake.io, signs, {
    container: CONTAINER,
    image: 'tools:1',
    timeoutMs: 60_000,
    accepts: 'status',
    onProgress: (text) => progress.push(text),
    onTrouble: (text) => troubles.push(text),
    ...change,
  });
  const started = wait.next(signal);
  started.catch(() => undefined);
  return {
    ...fake,
    ...watched,
    report: feed.report,
    started,
    progress,
    troubles,
    next: () => wait.next(signal),
  };
}

describe('startWait', () => {
  it('ends with the reason when nothing is heard of the pod for long', async () => {
    const { suffer, started } = start(CREATING);
    const away = new Error('the server is away');
    suffer(away);
    await expect(started).rejects.toBe(away);
  });

  it.each([
    { state: running(), sign: 'running' },
    { state: terminated(3), sign: 'ended' },
  ])('sees at once that the container is $sign', async ({ state, sign }) => {
    expect(await start(state).started).toBe(sign);
  });

  it('waits for the status, whatever comes before', async () => {
    const { show, started } = start(undefined);
    show(aPodWith(CREATING));
    show(aPodWith(waiting('ErrImagePull', 'i/o timeout')));
    show(aPodWith(running()));
    expect(await started).toBe('running');
  });

  it.each([
    { accepts: 'event', isEnough: true, label: 'is enough to attach' },
    { accepts: 'status', isEnough: false, label: 'is not enough to read the log' },
  ] as const)('knows that a Started event $label', async ({ accepts, isEnough }) => {
    const { report, advance, show, started } = start(CREATING, { accepts });
    let isStarted = false;
    void started.then(() => (isStarted = true));
    report('Started', 'Container started', 'another');
    await advance(0);
    expect(isStarted).toBe(false);
    report('Started', 'Container started');
    await advance(0);
    expect(isStarted).toBe(isEnough);
    show(aPodWith(running()));
    expect(await started).toBe('running');
  });

  it('tells what it waits for: the status, and what the node reports about it', async () => {
    const { report, advance, show, started, progress } = start(undefined);
    await advance(0);
    show(aPodWith(CREATING));
    await advance(0);
    report('Pulling', 'Pulling image "tools:1"');
    await advance(0);
    report('Created', 'Container created');
    await advance(0);
    show(aPodWith(waiting('ErrImagePull', 'i/o timeout')));
    await advance(0);
    show(aPodWith(running()));
    await started;
    expect([...new Set(progress)]).toEqual([
      'the node has not picked the container up yet',
      'creating…',
      'pulling the image…',
      'created, starting…',
      'image pull failed, retrying…',
    ]);
  });

  const forbidden = aCluster({
    stream: () => {
      throw new ApiError({ method: 'GET', path: '/' }, 403, {});
    },
  }).cluster;

  it('does without events where they may not be read', async () => {
    const { show, advance, started } = start(CREATING, { accepts: 'event', cluster: forbidden });
    await advance(0);
    show(aPodWith(running()));
    expect(await started).toBe('running');
  });

  it.each([
    { label: 'three attempts where events can be read', change: {}, attempts: 3 },
    { label: 'twelve where they cannot', change: { cluster: forbidden }, attempts: 12 },
    { label: 'none where only the status counts', change: { accepts: 'status' }, attempts: 0 },
  ] as const)('finds it worth $label, and then waits for the status', async ({ change, attempts }) => {
    const { next, started, advance, show } = start(CREATING, { accepts: 'attempt', ...change });
    const signs: string[] = [];
    let isOver = false;
    const collect = async (): Promise<void> => {
      for (let sign = await started; ; sign = await next()) {
        signs.push(sign);
        if (sign === 'running') break;
      }
      isOver = true;
    };
    const collected = collect();
    for (let step = 0; step < 200; step += 1) await advance(25);
    expect(isOver).toBe(false);
    show(aPodWith(running()));
    await collected;
    expect(signs).toEqual([...Array<string>(attempts).fill('likely'), 'running']);
  });

  it.each([
    { label: 'at 215 ms when nothing is heard', answerMs: 5, reason: undefined, firstMs: 215 },
    {
      label: 'later when the node is about to report the start',
      answerMs: 5,
      reason: 'Created',
      firstMs: 700,
    },
    { label: 'sooner from afar', answerMs: 120, reason: undefined, firstMs: 165 },
  ])('makes its first attempt $label', async ({ answerMs, reason, firstMs }) => {
    const { report, advance, started } = start(CREATING, { accepts: 'attempt', answerMs });
    let sign: string | undefined;
    void started.then((first) => (sign = first));
    if (reason !== undefined) report(reason, 'Container created');
    await advance(0);
    await advance(firstMs - 1);
    expect(sign).toBeUndefined();
    await advance(1);
    expect(sign).toBe('likely');
  });

  it('makes no attempt while the image is pulled, and counts from the end of that', async () => {
    const { report, advance, started } = start(CREATING, { accepts: 'attempt' });
    let sign: string | undefined;
    void started.then((first) => (sign = first));
    report('Pulling', 'Pulling image "tools:1"');
    for (let second = 0; second < 5; second += 1) await advance(1000);
    expect(sign).toBeUndefined();
    report('Pulled', 'Successfully pulled image "tools:1"');
    await advance(0);
    await advance(200);
    expect(sign).toBeUndefined();
    await advance(20);
    expect(sign).toBe('likely');
  });

  it('makes no attempt while the status says why the container does not start', async () => {
    const { advance, started } = start(waiting('ErrImagePull', 'i/o timeout'), { accepts: 'attempt' });
    let isSettled = false;
    void started.then(() => (isSettled = true));
    for (let second = 0; second < 5; second += 1) await advance(1000);
    expect(isSettled).toBe(false);
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

  it.each([
    {
      reports: ['Failed to pull image "tools:1": dial tcp 10.0.0.1:443: connect: connection refused'],
      kind: 'image-unreachable',
    },
    {
      reports: ['Failed to pull image "tools:1": failed to resolve reference "tools:1": not found'],
      kind: 'image-not-found',
    },
    { reports: ['Error: container has runAsNonRoot and image will run as root'], kind: 'run-as-root' },
    { reports: ['Error: exec: "/nope": no such file or directory'], kind: 'command-not-found' },
  ])('gives up with $kind at the event, long before the status tells', async ({ reports, kind }) => {
    const { report, advance, started } = start(CREATING);
    for (const message of reports) report('Failed', message);
    await advance(0);
    await expect(started).rejects.toMatchObject({ kind });
  });

  it('tells once of a pull that failed and may heal, and goes on waiting', async () => {
    const { report, advance, show, started, troubles } = start(CREATING);
    for (const attempt of [1, 2]) {
      report(
        'Failed',
        `Failed to pull image "tools:1": Head "https://r/v2/": attempt ${attempt}: i/o timeout`,
      );
      report('Failed', 'Error: ErrImagePull');
      await advance(1000);
    }
    show(aPodWith(running()));
    expect(await started).toBe('running');
    expect(troubles).toEqual([
      expect.stringMatching(/^cannot pull image "tools:1" yet: attempt 1: i\/o timeout\. .*--image$/),
    ]);
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
