import { describe, expect, it } from 'vitest';
import { send } from '../../test/playground/api-client.ts';
import {
  ACCEPT_TABLE,
  aPodNamed,
  PODS,
  startPlayground,
  WEB_1,
} from '../../test/playground/start-playground.ts';

describe('reading', () => {
  it('gives one pod its kind and a list only one for all', async () => {
    const { playground } = await startPlayground();
    const pod = await send(playground, `${PODS}/web-1`);
    expect(pod.json).toMatchObject({
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name: 'web-1', namespace: 'default', generation: 1, labels: { app: 'web' } },
      spec: { nodeName: 'playground', containers: [{ name: 'app', imagePullPolicy: 'IfNotPresent' }] },
      status: { phase: 'Running' },
    });
    const list = await send(playground, PODS);
    expect(list.json).toMatchObject({
      kind: 'PodList',
      apiVersion: 'v1',
      items: [{ metadata: { name: 'web-1' } }],
    });
    expect(list.json.items[0]).not.toHaveProperty('kind');
  });

  it('prints pods as rows of a table', async () => {
    const { playground } = await startPlayground();
    const { json } = await send(playground, `${PODS}?limit=500`, { headers: { accept: ACCEPT_TABLE } });
    const names = (json.columnDefinitions as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual([
      'Name',
      'Ready',
      'Status',
      'Restarts',
      'Age',
      'IP',
      'Node',
      'Nominated Node',
      'Readiness Gates',
    ]);
    expect(json).toMatchObject({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      rows: [{ object: { kind: 'PartialObjectMetadata', metadata: { name: 'web-1' } } }],
    });
    expect(json.rows[0].cells).toEqual([
      'web-1',
      '1/1',
      'Running',
      '0',
      expect.stringMatching(/^\ds$/),
      '<none>',
      'playground',
      '<none>',
      '<none>',
    ]);
  });

  it.each([
    { query: 'includeObject=None', expected: undefined },
    { query: 'includeObject=Object', expected: { kind: 'Pod', spec: { nodeName: 'playground' } } },
  ])('puts into each row what $query asks for', async ({ query, expected }) => {
    const { playground } = await startPlayground();
    const { json } = await send(playground, `${PODS}?${query}`, { headers: { accept: ACCEPT_TABLE } });
    if (expected === undefined) expect(json.rows[0]).not.toHaveProperty('object');
    else expect(json.rows[0].object).toMatchObject(expected);
  });

  it('marks the rows of finished pods', async () => {
    const { playground } = await startPlayground();
    playground.setStatus(WEB_1, { phase: 'Succeeded' });
    const { json } = await send(playground, `${PODS}/web-1`, { headers: { accept: ACCEPT_TABLE } });
    expect(json.rows[0].conditions).toMatchObject([
      { type: 'Completed', status: 'True', reason: 'Succeeded' },
    ]);
  });

  it('compresses large answers for clients that take it', async () => {
    const { playground } = await startPlayground({
      pods: Array.from({ length: 300 }, (_, index) => aPodNamed(`web-${index}`)),
    });
    const headers = { 'accept-encoding': 'gzip' };
    expect((await send(playground, PODS, { headers })).headers['content-encoding']).toBe('gzip');
    expect(
      (await send(playground, `${PODS}?limit=1`, { headers })).headers['content-encoding'],
    ).toBeUndefined();
    expect((await send(playground, PODS)).json.items).toHaveLength(300);
  });

  it.each([
    { selector: 'involvedObject.name=web-1', expected: 2 },
    {
      selector: 'involvedObject.name=web-1,involvedObject.fieldPath=spec.ephemeralContainers{dbg}',
      expected: 1,
    },
    { selector: 'involvedObject.name=web-2', expected: 0 },
    { selector: 'reason!=Started', expected: 0 },
  ])('selects $expected events by $selector', async ({ selector, expected }) => {
    const { playground, kubelet } = await startPlayground();
    const event = { type: 'Normal', reason: 'Started', message: 'Container started' } as const;
    kubelet.host.recordEvent(WEB_1, event);
    kubelet.host.recordEvent(WEB_1, { ...event, fieldPath: 'spec.ephemeralContainers{dbg}' });
    const path = `/api/v1/namespaces/default/events?fieldSelector=${encodeURIComponent(selector)}`;
    expect((await send(playground, path)).json.items).toHaveLength(expected);
  });

  it('counts an event that says the same again', async () => {
    const { playground, kubelet } = await startPlayground();
    const event = { type: 'Warning', reason: 'BackOff', message: 'Back-off pulling image' } as const;
    kubelet.host.recordEvent(WEB_1, event);
    kubelet.host.recordEvent(WEB_1, event);
    kubelet.host.recordEvent({ namespace: 'default', name: 'gone' }, event);
    expect(playground.listEvents()).toMatchObject([
      { count: 2, reason: 'BackOff', involvedObject: { kind: 'Pod', name: 'web-1' } },
    ]);
    const table = await send(playground, '/api/v1/events', { headers: { accept: ACCEPT_TABLE } });
    expect(table.json.rows[0].cells).toEqual(expect.arrayContaining(['Warning', 'BackOff', 'pod/web-1']));
  });

  it('lists events in the order in which they happened', async () => {
    const { playground, kubelet } = await startPlayground({ now: () => new Date('2026-01-01T00:00:00Z') });
    const reasons = ['Scheduled', 'Pulled', 'Created', 'Started', 'Killing'];
    for (const reason of reasons) kubelet.host.recordEvent(WEB_1, { type: 'Normal', reason, message: '' });
    expect(playground.listEvents().map(({ reason }) => reason)).toEqual(reasons);
  });

  it.each([
    { path: '/api/v1/namespaces', cells: ['default', 'Active'] },
    { path: '/api/v1/nodes', cells: ['playground', 'Ready'] },
  ])('prints $path as rows of a table', async ({ path, cells }) => {
    const { playground } = await startPlayground();
    const { json } = await send(playground, path, { headers: { accept: ACCEPT_TABLE } });
    expect(json.rows[0].cells).toEqual(expect.arrayContaining(cells));
  });

  it('finds a namespace by its name', async () => {
    const { playground } = await startPlayground();
    expect((await send(playground, '/api/v1/namespaces/default')).json).toMatchObject({
      kind: 'Namespace',
      metadata: { name: 'default', labels: { 'kubernetes.io/metadata.name': 'default' } },
    });
  });
});
