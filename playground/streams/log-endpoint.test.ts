import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openRequest, send } from '../../test/playground/api-client.ts';
import { aPodNamed, PODS, startPlayground } from '../../test/playground/start-playground.ts';

const LOG = `${PODS}/web-1/log`;

describe('log', () => {
  it('is plain text', async () => {
    const { playground } = await startPlayground({}, { logLines: ['one', 'two'] });
    const reply = await send(playground, LOG);
    expect(reply).toMatchObject({ status: 200, text: 'one\ntwo\n' });
    expect(reply.headers['content-type']).toBe('text/plain');
  });

  it.each([
    { query: '', expected: { container: 'app', follow: false, timestamps: false } },
    {
      query: '?container=app&timestamps=true&tailLines=0&limitBytes=9',
      expected: { timestamps: true, tailLines: 0, limitBytes: 9 },
    },
    {
      query: '?sinceTime=2026-01-01T00:00:00.999Z',
      expected: { sinceTime: new Date('2026-01-01T00:00:00Z') },
    },
    { query: '?previous=true', expected: { isPrevious: true } },
    { query: '?sinceSeconds=5', expected: { sinceTime: new Date('2026-01-02T00:00:00Z') } },
  ])('hands "$query" to the kubelet', async ({ query, expected }) => {
    const { playground, kubelet } = await startPlayground({ now: () => new Date('2026-01-02T00:00:05Z') });
    await send(playground, `${LOG}${query}`);
    expect(kubelet.logged).toMatchObject([expected]);
  });

  it('follows until the client is gone', async () => {
    const { playground, kubelet } = await startPlayground({}, { logLines: ['one'] });
    const response = await openRequest(playground, `${LOG}?follow=true`);
    await once(response, 'data');
    expect(kubelet.logged[0]?.signal.aborted).toBe(false);
    response.destroy();
    await expect.poll(() => kubelet.logged[0]?.signal.aborted).toBe(true);
  });

  it.each([
    { query: 'container=nope', status: 400, message: 'container nope is not valid for pod web-1' },
    {
      query: 'tailLines=-1',
      status: 422,
      message:
        'PodLogOptions "web-1" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    },
    { query: 'limitBytes=0', status: 422, message: 'limitBytes: Invalid value: 0: must be greater than 0' },
    {
      query: 'sinceSeconds=0',
      status: 422,
      message: 'sinceSeconds: Invalid value: 0: must be greater than 0',
    },
    {
      query: 'sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z',
      status: 422,
      message: '[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    },
    { query: 'sinceTime=foo', status: 400, message: 'parsing time "foo"' },
    { query: 'tailLines=x', status: 400, message: 'strconv.ParseInt: parsing "x": invalid syntax' },
  ])('refuses $query with $status', async ({ query, status, message }) => {
    const { playground } = await startPlayground();
    const reply = await send(playground, `${LOG}?${query}`);
    expect(reply.status).toBe(status);
    expect(reply.json.message).toContain(message);
  });

  it('passes the words of the kubelet on', async () => {
    const message = 'container "app" in pod "web-1" is waiting to start: ContainerCreating';
    const { playground } = await startPlayground({}, { refuse: { kind: 'refusal', code: 400, message } });
    expect((await send(playground, LOG)).json).toMatchObject({ code: 400, reason: 'BadRequest', message });
  });

  it('is empty for a pod without a node', async () => {
    const { playground } = await startPlayground({ pods: [aPodNamed('web-1', { isUnschedulable: true })] });
    expect(await send(playground, LOG)).toMatchObject({ status: 204, text: '' });
  });
});
