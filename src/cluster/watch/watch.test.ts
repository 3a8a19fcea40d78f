import { ANY_OBJECT } from '../objects/object-shapes.ts';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ObjectMeta } from '../../pod/types.ts';
import { ApiError } from '../refusals/api-error.ts';
import type { ApiRequest, Cluster } from '../cluster.ts';
import { connectionLost } from '../network/network-failure.ts';
import { watchPod } from './watch-pod.ts';
import { watchContainerEvents } from './watch-events.ts';
import { watchObjects, type WatchRequest } from './watch.ts';

interface Thing {
  readonly metadata: ObjectMeta;
  readonly note?: string;
}
const thing = (name: string, version: number, note = ''): Thing => ({
  metadata: { namespace: 'shop', name, uid: `uid-${name}`, resourceVersion: String(version) },
  note,
});
const line = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;
const bookmark = (version: number): string =>
  line('BOOKMARK', { metadata: { resourceVersion: String(version) } });
const expired = { kind: 'Status', status: 'Failure', code: 410, reason: 'Expired' };

/** One answer to a watch: bytes, how they end, or a refusal. */
interface Stream {
  readonly text?: string;
  /** `cut` breaks the connection, `end` is the server's own end, `open` stays open. */
  readonly end: 'cut' | 'end' | 'open' | ApiError;
}

/** A server that answers the lists and watches of a test in turn and writes down what it was asked. */
function aServer(
  streams: readonly Stream[],
  lists: readonly object[] = [],
): { cluster: Cluster; asked: string[] } {
  const asked: string[] = [];
  let streamed = 0;
  let listed = 0;
  const version = ({ query }: ApiRequest): string => String(query?.['resourceVersion']);
  const unused = (): Promise<never> => Promise.reject(new Error('not part of this test'));
  const cluster: Cluster = {
    server: 'https://k.example',
    namespace: 'shop',
    namespaceIsExplicit: false,
    requestJson: <T>() => {
      asked.push('list');
      const list = lists[listed++];
      return list instanceof Error ? Promise.reject(list) : Promise.resolve(list as T);
    },
    requestCompact: unused,
    openStream: (request) => {
      asked.push(`watch ${version(request)}`);
      const { text = '', end } = streams[Math.min(streamed++, streams.length - 1)] ?? { end: 'open' };
      if (end instanceof ApiError) return Promise.reject(end);
      const body = bodyOf(Buffer.from(text), end, request.signal);
      return Promise.resolve({ status: 200, headers: {}, body: body as never });
    },
    upgrade: unused,
    upgradeSpdy: unused,
    prepare: () => undefined,
    giveReason: () => undefined,
    close: () => undefined,
  };
  return { cluster, asked };
}

function bodyOf(bytes: Buffer, end: 'cut' | 'end' | 'open', signal: AbortSignal | undefined): Readable {
  return Readable.from(
    (async function* () {
      for (let from = 0; from < bytes.length; from += 64) yield bytes.subarray(from, from + 64);
      if (end === 'cut') throw connectionLost('https://k.example');
      if (end === 'open')
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error())));
    })(),
  );
}

/** Collects events until the server has nothing more to say for a while. */
async function collect(
  cluster: Cluster,
  request: Partial<WatchRequest> = {},
  count = Infinity,
): Promise<{ events: string[]; slept: number[]; error: unknown }> {
  const slept: number[] = [];
  const io = { random: () => 0.5, sleep: (ms: number) => Promise.resolve(void slept.push(ms)) };
  const abort = new AbortController();
  const events: string[] = [];
  let error: unknown;
  const quiet = setTimeout(() => abort.abort(), 40);
  try {
    for await (const { type, object } of watchObjects<Thing>(io, cluster, {
      path: '/things',
      shape: ANY_OBJECT,
      signal: abort.signal,
      ...request,
    })) {
      quiet.refresh();
      events.push(`${type} ${object.metadata.name ?? ''} ${object.metadata.resourceVersion ?? ''}`);
      if (events.length >= count) break;
    }
  } catch (caught) {
    error = abort.signal.aborted ? undefined : caught;
  }
  clearTimeout(quiet);
  return { events, slept, error };
}

const list = (version: number, ...items: readonly Thing[]): object => ({
  metadata: { resourceVersion: String(version) },
  items,
});

describe('a watch that is cut', () => {
  const changes = [
    { version: 11, text: line('ADDED', thing('a', 11, 'ü€😀')) },
    { version: 12, text: line('MODIFIED', thing('a', 12)) },
    { version: 20, text: bookmark(20) },
    { version: 21, text: line('ADDED', thing('b', 21)) },
    { version: 22, text: line('DELETED', thing('a', 22)) },
  ];
  const whole = changes.map(({ text }) => text).join('');
  const expected = ['added a 11', 'modified a 12', 'added b 21', 'deleted a 22'];
  /** What the server sends to somebody who has seen `version`. */
  const after = (version: string): string =>
    changes.flatMap((change) => (change.version > Number(version) ? [change.text] : [])).join('');

  /** Answers each watch from the version that it asks for, cutting the first one. */
  function aCuttingServer(at: number, end: 'cut' | 'end'): { cluster: Cluster; asked: string[] } {
    const { cluster, asked } = aServer([]);
    const openStream: Cluster['openStream'] = (request) => {
      const version = String(request.query?.['resourceVersion']);
      asked.push(version);
      const isFirst = asked.length === 1;
      const text = isFirst ? Buffer.from(whole).subarray(0, at) : Buffer.from(after(version));
      const body = bodyOf(text, isFirst ? end : 'open', request.signal);
      return Promise.resolve({ status: 200, headers: {}, body: body as never });
    };
    return { cluster: { ...cluster, openStream }, asked };
  }

  const length = Buffer.byteLength(whole);
  it.each(['cut', 'end'] as const)('anywhere (%s) loses nothing and tells nothing twice', async (end) => {
    for (let at = 0; at <= length; at += 1) {
      const { cluster } = aCuttingServer(at, end);
      const { events } = await collect(cluster, { resourceVersion: '10' }, expected.length);
      expect(events, `cut after ${at} bytes`).toEqual(expected);
    }
  });

  it('goes on from the last bookmark', async () => {
    const at = Buffer.byteLength(
      changes
        .slice(0, 3)
        .map(({ text }) => text)
        .join(''),
    );
    const { cluster, asked } = aCuttingServer(at, 'end');
    await collect(cluster, { resourceVersion: '10' }, expected.length);
    expect(asked).toEqual(['10', '20']);
  });

  it('is mended at once after a clean end, and after a growing pause while there is no answer', async () => {
    const { cluster, asked } = aServer([
      { text: line('ADDED', thing('a', 11)), end: 'end' },
      { end: new ApiError({ method: 'GET', path: '/' }, 500, {}) },
      { end: 'cut' },
      { end: 'open' },
    ]);
    const { slept } = await collect(cluster, { resourceVersion: '10' });
    expect(asked).toEqual(['watch 10', 'watch 11', 'watch 11', 'watch 11']);
    expect(slept).toEqual([275, 550]);
  });

  it('waits before it asks again when a stream ends without a word', async () => {
    const { cluster } = aServer([{ end: 'end' }, { end: 'end' }, { end: 'open' }]);
    expect((await collect(cluster, { resourceVersion: '10' })).slept).toEqual([275, 550]);
  });
});

describe('a version that the server has forgotten', () => {
  const start = [thing('same', 1), thing('changed', 2), thing('gone', 3), thing('replaced', 4)];
  const later = {
    ...thing('replaced', 14),
    metadata: { ...thing('replaced', 14).metadata, uid: 'uid-other' },
  };
  const now = list(20, thing('same', 1), thing('changed', 12), later, thing('new', 15));
  const changes = [
    'relisted changed 12',
    'deleted replaced 4',
    'added replaced 14',
    'added new 15',
    'deleted gone 3',
  ];

  it.each([
    ['as the status of the answer', { end: new ApiError({ method: 'GET', path: '/' }, 410, expired) }],
    ['as an event', { text: line('ERROR', expired), end: 'open' as const }],
  ])('(410 %s) is mended by a list, of which only what changed is told', async (_label, stream) => {
    const { cluster, asked } = aServer(
      [stream, { text: line('MODIFIED', thing('same', 21)), end: 'open' }],
      [now],
    );
    const { events } = await collect(cluster, { resourceVersion: '10', known: start });
    expect(events).toEqual([...changes, 'modified same 21']);
    expect(asked).toEqual(['watch 10', 'list', 'watch 20']);
  });

  it('is compared from the start when the list breaks half way', async () => {
    const half = {
      metadata: { resourceVersion: '19', continue: 'x' },
      items: [thing('gone', 3), thing('changed', 12)],
    };
    const broken = connectionLost('https://k.example');
    const { cluster } = aServer(
      [{ text: line('ERROR', expired), end: 'open' }, { end: 'open' }],
      [half, broken, now],
    );
    const { events } = await collect(cluster, { resourceVersion: '10', known: start });
    expect(events.toSorted()).toEqual(changes.toSorted());
  });

  it('again and again is given up, instead of listing for ever', async () => {
    const { cluster, asked } = aServer(
      [{ text: line('ERROR', expired), end: 'open' }],
      Array(30).fill(list(20)) as object[],
    );
    const { error, slept } = await collect(cluster, { resourceVersion: '10' });
    expect(error).toMatchObject({ code: 410 });
    expect(asked.filter((request) => request === 'list')).toHaveLength(10);
    expect(slept.at(-1)).toBe(16_500);
  });
});

it('tells a change once that the server tells twice', async () => {
  const twice = line('MODIFIED', thing('a', 11)).repeat(2);
  const { cluster } = aServer([{ text: twice, end: 'open' }]);
  expect((await collect(cluster, { resourceVersion: '10' })).events).toEqual(['modified a 11']);
});

describe('a watch without a version', () => {
  it('lists first, page by page, and watches from the first page on, as later ones may be younger', async () => {
    const first = { metadata: { resourceVersion: '5', continue: 'x' }, items: [thing('a', 1)] };
    const { cluster, asked } = aServer(
      [{ text: line('MODIFIED', thing('a', 6)) + line('ADDED', thing('b', 2)), end: 'open' }],
      [first, list(9, thing('b', 2))],
    );
    const { events } = await collect(cluster);
    expect(events).toEqual(['added a 1', 'added b 2', 'modified a 6']);
    expect(asked).toEqual(['list', 'list', 'watch 5']);
  });
});

describe('a watch that fails', () => {
  it.each([401, 403, 404])('with %d ends with the refusal', async (code) => {
    const { cluster } = aServer([{ end: new ApiError({ method: 'GET', path: '/' }, code, {}) }]);
    expect((await collect(cluster, { resourceVersion: '1' })).error).toMatchObject({ code });
  });

  it('waits as long as the server asks', async () => {
    const refusal = new ApiError({ method: 'GET', path: '/' }, 429, { details: { retryAfterSeconds: 7 } });
    const { cluster } = aServer([{ end: refusal }, { end: 'open' }]);
    expect((await collect(cluster, { resourceVersion: '1' })).slept).toEqual([7000]);
  });

  it('ten times in a row ends with the last failure', async () => {
    const { cluster, asked } = aServer([{ end: 'cut' }]);
    const { error } = await collect(cluster, { resourceVersion: '1' });
    expect(error).toMatchObject({ kind: 'connection-lost' });
    expect(asked).toHaveLength(11);
  });

  it('treats a line that is no JSON as a cut', async () => {
    const { cluster } = aServer([
      { text: '<html>\n', end: 'open' },
      { text: line('ADDED', thing('a', 2)), end: 'open' },
    ]);
    expect((await collect(cluster, { resourceVersion: '1' })).events).toEqual(['added a 2']);
  });
});

describe('watchPod', () => {
  const io = { random: () => 0.5, sleep: () => Promise.resolve() };
  it('tells that the pod is gone when it vanished while the watch was blind', async () => {
    const { cluster } = aServer([{ text: line('ERROR', expired), end: 'open' }, { end: 'open' }], [list(20)]);
    const ref = { namespace: 'shop', name: 'web-1' };
    const { signal } = new AbortController();
    const first = await watchPod(io, cluster, { ref, resourceVersion: '9', signal }).next();
    expect(first.value).toMatchObject({ type: 'deleted', object: { metadata: ref } });
  });
});

describe('watchContainerEvents', () => {
  it('gives the events of one container, by field path', async () => {
    const io = { random: () => 0.5, sleep: () => Promise.resolve() };
    const event = (name: string, container: string): object => ({
      metadata: { namespace: 'shop', name, resourceVersion: '1' },
      involvedObject: { fieldPath: `spec.ephemeralContainers{${container}}` },
      reason: name,
    });
    const events = [event('Pulled', 'dbg'), event('Other', 'dbg2'), event('Started', 'dbg')];
    const text = events.map((each) => line('ADDED', each)).join('');
    const { cluster, asked } = aServer([{ text, end: 'open' }]);
    const container = { namespace: 'shop', name: 'web-1', container: 'dbg' };
    const { signal } = new AbortController();
    const reasons: unknown[] = [];
    for await (const { reason } of watchContainerEvents(io, cluster, { container, podUid: 'u', signal })) {
      reasons.push(reason);
      if (reason === 'Started') break;
    }
    expect(reasons).toEqual(['Pulled', 'Started']);
    expect(asked).toEqual(['watch 0']);
  });
});
