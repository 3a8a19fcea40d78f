import { PassThrough, Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { aCluster } from '../builders/a-cluster.ts';
import { anIo } from '../builders/an-io.ts';
import { aPod } from '../builders/a-pod.ts';
import { IS_SOAK } from '../drivers/soak.ts';
import { ApiError } from '../../src/cluster/refusals/api-error.ts';
import { watchPods, type WatchedRequest } from '../../src/commands/pods/pods-watch.ts';
import type { Io } from '../../src/io.ts';
import type { Pod } from '../../src/pod/types.ts';

const HOUR_MS = 3_600_000;
/** What would be kept of each change is more than the memory that is allowed only after a day. */
const HOURS = IS_SOAK ? 24 : 4;
const START_MS = Date.parse('2025-03-01T13:00:00Z');
const REQUEST: WatchedRequest = {
  source: { kind: 'list', isAllNamespaces: false, selection: {} },
  output: {
    kind: 'table',
    view: 'status',
    showsEnded: true,
    isWide: false,
    hasHeaders: false,
    showsKind: false,
    labelColumns: ['version'],
    showsLabels: false,
  },
  watch: { showsList: true, hasEvents: true },
  sortBy: undefined,
  chunkSize: 500,
  ignoresNotFound: false,
  filters: [],
  color: 'auto',
};

interface Churn {
  readonly pods: number;
  readonly hours: number;
  readonly changesAnHour: number;
}

/** A server whose pods change all the time, on a clock that it moves itself: each change passes some of the time. */
class ChurningServer {
  readonly live = new Map<string, Pod>();
  nowMs = START_MS;
  version = 1000;
  made = 0;
  relists = 0;
  changes = 0;
  watches = 0;
  readonly #churn: Churn;
  readonly #stop: () => void;

  constructor(churn: Churn, stop: () => void) {
    this.#churn = churn;
    this.#stop = stop;
    for (let index = 0; index < churn.pods; index += 1) this.#create();
  }

  #pod(name: string): Pod {
    this.version += 1;
    const resourceVersion = String(this.version);
    const labels = { version: resourceVersion };
    return aPod({ name, uid: `uid-${name}`, metadata: { resourceVersion, labels, uid: `uid-${name}` } });
  }

  #create(): Pod {
    this.made += 1;
    const pod = this.#pod(`web-${this.made}`);
    this.live.set(pod.metadata.name ?? '', pod);
    return pod;
  }

  /** In turns: a change of the oldest pod, its end, and a new one. */
  #change(): { readonly type: string; readonly object: Pod } {
    this.changes += 1;
    const oldest = [...this.live.keys()][0] ?? '';
    if (this.changes % 3 === 0) return { type: 'ADDED', object: this.#create() };
    const object = this.#pod(oldest);
    if (this.changes % 3 === 1) {
      this.live.set(oldest, object);
      return { type: 'MODIFIED', object };
    }
    this.live.delete(oldest);
    return { type: 'DELETED', object };
  }

  list(): object {
    this.relists += 1;
    return { metadata: { resourceVersion: String(this.version) }, items: [...this.live.values()] };
  }

  /** One watch of some minutes; every fifth is cut in the middle of a line, every seventh finds its version forgotten. */
  async *watch(): AsyncGenerator<string> {
    this.watches += 1;
    if (this.watches % 7 === 0) {
      for (let index = 0; index < 5; index += 1) this.#change();
      yield `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } })}\n`;
      return;
    }
    const endsAtMs = this.nowMs + 290_000;
    while (this.nowMs < endsAtMs) {
      this.nowMs += HOUR_MS / this.#churn.changesAnHour;
      if (this.nowMs > START_MS + this.#churn.hours * HOUR_MS) {
        this.#stop();
        return;
      }
      yield `${JSON.stringify(this.#change())}\n`;
      await turn();
    }
    const bookmark = { type: 'BOOKMARK', object: { metadata: { resourceVersion: String(this.version) } } };
    yield this.watches % 5 === 0 ? '{"type":"MODI' : `${JSON.stringify(bookmark)}\n`;
  }
}

/** What a reader of the rows knows in the end: which pods there are, and in which version. */
class Reader {
  readonly pods = new Map<string, string>();
  rows = 0;
  readonly repeated: string[] = [];
  #rest = '';

  readonly stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      const lines = `${this.#rest}${chunk}`.split('\n');
      this.#rest = lines.pop() ?? '';
      lines.forEach((line) => this.#read(line));
      done();
    },
  });

  #read(line: string): void {
    this.rows += 1;
    const [event = '', name = '', , , , , version = ''] = line.split(/ {2,}/);
    if (this.pods.get(name) === version) this.repeated.push(line);
    if (event === 'DELETED') this.pods.delete(name);
    else this.pods.set(name, version);
  }
}

async function watchChurn(
  churn: Churn,
): Promise<{ readonly server: ChurningServer; readonly reader: Reader }> {
  const controller = new AbortController();
  const reader = new Reader();
  const server = new ChurningServer(churn, () => controller.abort(new Error('the day is over')));
  const { cluster } = aCluster({ json: () => server.list(), stream: () => server.watch() });
  const io: Io = {
    ...anIo().io,
    stdin: new PassThrough(),
    stdout: reader.stream,
    now: () => new Date(server.nowMs),
    sleep: async (milliseconds) => {
      server.nowMs += milliseconds;
      await turn();
    },
  };
  const ended = watchPods({ io, cluster, signal: controller.signal }, REQUEST);
  await expect(ended).rejects.toThrow('the day is over');
  return { server, reader };
}

function heapMebibytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed / 2 ** 20;
}

describe(`a watch that runs for ${HOURS} hours`, () => {
  it('tells every change once, through cuts and forgotten versions, in the same memory', async () => {
    await watchChurn({ pods: 300, hours: 1, changesAnHour: 600 });
    const before = heapMebibytes();
    const { server, reader } = await watchChurn({ pods: 300, hours: HOURS, changesAnHour: 600 });
    // Grows by half a MiB; the text of each change alone would be more than ten.
    expect(heapMebibytes() - before).toBeLessThan(4);
    const expected = [...server.live].map(([name, { metadata }]) => [name, metadata.labels?.['version']]);
    expect([...reader.pods].toSorted()).toEqual(expected.toSorted());
    expect(reader.repeated).toEqual([]);
    expect(server.relists).toBeGreaterThan(HOURS);
    expect(reader.rows).toBeGreaterThan(540 * HOURS);
  });

  it('gives up when it may not watch', async () => {
    const { cluster } = aCluster({
      json: () => ({ metadata: { resourceVersion: '1' }, items: [] }),
      stream: () => {
        throw new ApiError({ method: 'GET', path: '/' }, 403, { message: 'no' });
      },
    });
    const { io } = anIo();
    await expect(
      watchPods({ io, cluster, signal: new AbortController().signal }, REQUEST),
    ).rejects.toMatchObject({ kind: 'forbidden', message: 'cannot watch pods in namespace "shop": no' });
  });
});
