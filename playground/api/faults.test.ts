import { describe, expect, it } from 'vitest';
import type { HookRequest } from '../hook.ts';
import { send } from '../../test/playground/api-client.ts';
import { openWatch } from '../../test/playground/open-watch.ts';
import { aPodNamed, PODS, startPlayground } from '../../test/playground/start-playground.ts';

describe('the hook', () => {
  it('sees each request and its user before it is answered', async () => {
    const seen: string[] = [];
    const hook = ({ method, path, query, user }: HookRequest): undefined => {
      seen.push(`${method} ${path} ${query.toString()} ${user}`);
    };
    const { playground } = await startPlayground({ hook });
    await send(playground, `${PODS}?limit=5`, { user: 'viewer' });
    await send(playground, PODS, { headers: { authorization: 'Bearer nonsense' } });
    await send(playground, '/version', { user: null });
    expect(seen).toEqual([`GET ${PODS} limit=5 viewer`, `GET ${PODS}  `, 'GET /version  system:anonymous']);
  });

  it('answers instead of the server, which carries nothing out', async () => {
    const hook = ({ method }: HookRequest) =>
      method === 'DELETE' ? { status: 429, body: { code: 429 }, headers: { 'retry-after': '1' } } : undefined;
    const { playground } = await startPlayground({ hook });
    const reply = await send(playground, `${PODS}/web-1`, { method: 'DELETE' });
    expect(reply).toMatchObject({ status: 429, json: { code: 429 } });
    expect(reply.headers['retry-after']).toBe('1');
    expect((await send(playground, `${PODS}/web-1`)).status).toBe(200);
  });

  it('delays an answer', async () => {
    const hook = ({ path }: HookRequest) => (path === PODS ? { delayMs: 100 } : undefined);
    const { playground } = await startPlayground({ hook });
    const answered: number[] = [];
    const note = async (path: string): Promise<void> => {
      answered.push((await send(playground, path)).status);
    };
    await Promise.all([note(PODS), note('/api/v1/nope')]);
    expect(answered).toEqual([404, 200]);
  });

  it.each([0, 1, 100])('breaks the connection after %i bytes', async (cutAfterBytes) => {
    const { playground } = await startPlayground({ hook: () => ({ cutAfterBytes }) });
    await expect(send(playground, PODS)).rejects.toThrow(/socket hang up|aborted/);
  });

  it.each([
    { fault: { cutAfterEvents: 0 }, expected: [], end: 'broken' },
    { fault: { cutAfterEvents: 1 }, expected: ['ADDED web-1'], end: 'broken' },
    { fault: { cutAfterEvents: 2 }, expected: ['ADDED web-1', 'ADDED web-2'], end: 'broken' },
    { fault: { cutAfterEvents: 1, cutCleanly: true }, expected: ['ADDED web-1'], end: 'clean' },
    { fault: { cutAfterEvents: 0, cutCleanly: true }, expected: [], end: 'clean' },
  ])('cuts a watch for $fault', async ({ fault, expected, end }) => {
    const { playground } = await startPlayground({
      pods: [1, 2, 3].map((number) => aPodNamed(`web-${number}`)),
      hook: () => fault,
    });
    const watching = await openWatch(playground);
    expect(await watching.ended).toBe(end);
    expect(watching.summary()).toEqual(expected);
  });
});

describe('the request log', () => {
  it('holds method, path, query, user and status of each request', async () => {
    const { playground } = await startPlayground({
      hook: ({ path }) => (path === '/cut' ? { cutAfterBytes: 0 } : undefined),
    });
    await send(playground, `${PODS}?limit=5`);
    await send(playground, PODS, { method: 'POST', user: 'viewer' });
    await expect(send(playground, '/cut')).rejects.toThrow('socket hang up');
    const entries = playground.requests.map(
      ({ method, path, query, user, status }) =>
        `${method} ${path} ${query.get('limit') ?? '-'} ${user} ${status ?? 'none'}`,
    );
    expect(entries).toEqual([
      `GET ${PODS} 5 admin 200`,
      `POST ${PODS} - viewer 403`,
      'GET /cut - admin none',
    ]);
  });
});
