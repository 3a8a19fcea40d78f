import { describe, expect, it } from 'vitest';
import { POD_PATH, aConnection, aStatus, readPod } from '../../../test/builders/a-connection.ts';
import { json, type Responder } from '../../../test/servers/local-server.ts';
import type { Cluster } from '../cluster.ts';

const READY_PATH = '/readyz';
/** In place of a status: no answer. */
const SILENT = 0;

interface Beginning {
  /** What the server says at first, and what it says when it is ready. */
  readonly first?: number;
  readonly later?: number;
  /** What it says of itself, in order; the last one again and again. */
  readonly ready: readonly number[];
  /** Whether the token of the user is no longer valid. */
  readonly hasExpired?: boolean;
}

/** A server that answers once, ends the connection as it begins anew, and then says these. */
async function aServerThatBegan({ first = 403, later = 200, ready, hasExpired = false }: Beginning) {
  let asked = 0;
  let tellClosed = (): void => undefined;
  // Then the program has seen the end of its connection.
  const closed = new Promise<void>((resolve) => (tellClosed = resolve));
  const respond: Responder = ({ path, headers }, response, count) => {
    if (count === 1) {
      const { socket } = response;
      response.on('finish', () => socket?.once('close', tellClosed).end());
      json(response, { kind: 'Pod' });
      return;
    }
    if (path === READY_PATH) {
      asked += 1;
      const status = ready[Math.min(asked, ready.length) - 1] ?? 200;
      if (status === SILENT) return;
      response.writeHead(hasExpired && headers.authorization !== undefined ? 401 : status).end('ok');
      return;
    }
    const status = asked === 0 ? first : later;
    json(response, status === 200 ? { kind: 'Pod' } : aStatus(status, 'Forbidden'), status);
  };
  const { cluster, server, slept } = await aConnection({ respond });
  await readPod(cluster);
  await closed;
  return { cluster, slept, paths: () => server.requests.slice(1).map(({ path }) => path) };
}

const readStream = async (cluster: Cluster): Promise<string> => {
  const chunks: Buffer[] = [];
  const { body } = await cluster.openStream({ method: 'GET', path: POD_PATH });
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

describe('a refusal by a server that has just begun', () => {
  it.each([403, 401])('(%i) counts only when the server is ready', async (first) => {
    const { cluster, paths, slept } = await aServerThatBegan({ first, ready: [500, 403, 429, 200] });
    expect(await readPod(cluster)).toEqual({ kind: 'Pod' });
    expect(paths()).toEqual([POD_PATH, ...Array<string>(4).fill(READY_PATH), POD_PATH]);
    expect(slept).toHaveLength(3);
    cluster.close();
  });

  it('of a stream does so too', async () => {
    const { cluster, paths } = await aServerThatBegan({ ready: [500, 200] });
    expect(await readStream(cluster)).toBe('{"kind":"Pod"}');
    expect(paths()).toEqual([POD_PATH, READY_PATH, READY_PATH, POD_PATH]);
    cluster.close();
  });

  it('is told once the ready server says it again, and the next one at once', async () => {
    const { cluster, paths } = await aServerThatBegan({ ready: [200], later: 403 });
    await expect(readPod(cluster)).rejects.toMatchObject({ code: 403 });
    expect(paths()).toEqual([POD_PATH, READY_PATH, POD_PATH]);
    await expect(readPod(cluster)).rejects.toMatchObject({ code: 403 });
    expect(paths()).toHaveLength(4);
    cluster.close();
  });

  it('is told at once if the token has expired', async () => {
    const { cluster, paths, slept } = await aServerThatBegan({
      first: 401,
      later: 401,
      ready: [200],
      hasExpired: true,
    });
    await expect(readPod(cluster)).rejects.toMatchObject({ code: 401 });
    expect(paths()).toEqual([POD_PATH, READY_PATH, READY_PATH, POD_PATH]);
    expect(slept).toEqual([]);
    cluster.close();
  });

  it('is told in the end if the server never says that it is ready', async () => {
    const { cluster, paths, slept } = await aServerThatBegan({ ready: [500], later: 403 });
    await expect(readPod(cluster)).rejects.toMatchObject({ code: 403 });
    expect(paths().at(-1)).toBe(POD_PATH);
    const waited = slept.reduce((total, each) => total + each, 0);
    expect(waited).toBeGreaterThan(5000);
    expect(waited).toBeLessThan(30_000);
    cluster.close();
  });

  it('is told at once where there is no /readyz', async () => {
    const { cluster, paths } = await aServerThatBegan({ ready: [404], later: 403 });
    await expect(readPod(cluster)).rejects.toMatchObject({ code: 403 });
    expect(paths()).toEqual([POD_PATH, READY_PATH, POD_PATH]);
    cluster.close();
  });

  it('is told after a shorter wait where /readyz is forbidden', async () => {
    const { cluster, paths, slept } = await aServerThatBegan({ ready: [403], later: 403 });
    await expect(readPod(cluster)).rejects.toMatchObject({ code: 403 });
    expect(paths()).toHaveLength(1 + 8 + 1);
    expect(slept.reduce((total, each) => total + each, 0)).toBeLessThan(15_000);
    cluster.close();
  });

  it('has one of many requests ask', async () => {
    const { cluster, paths } = await aServerThatBegan({ ready: [500, 500, 200] });
    const pods = await Promise.all(Array.from({ length: 10 }, () => readPod(cluster)));
    expect(pods).toHaveLength(10);
    expect(paths().filter((path) => path === READY_PATH).length).toBeLessThan(6);
    cluster.close();
  });

  it('is told, and not that the time is over, if the deadline comes first', async () => {
    const { cluster } = await aServerThatBegan({ ready: [SILENT], later: 403 });
    const read = cluster.requestJson({ method: 'GET', path: POD_PATH, timeoutMs: 3000 });
    await expect(read).rejects.toMatchObject({ code: 403 });
    cluster.close();
  });
});

it('a refusal without a lost connection is told at once', async () => {
  const { cluster, server } = await aConnection({
    respond: (_request, response) => json(response, aStatus(403, 'Forbidden'), 403),
  });
  await expect(readPod(cluster)).rejects.toMatchObject({ code: 403 });
  await expect(readPod(cluster)).rejects.toMatchObject({ code: 403 });
  expect(server.requests.map(({ path }) => path)).toEqual([POD_PATH, POD_PATH]);
  cluster.close();
});
