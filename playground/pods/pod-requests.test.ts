import { describe, expect, it } from 'vitest';
import { send } from '../../test/playground/api-client.ts';
import { openWatch } from '../../test/playground/open-watch.ts';
import {
  aPodNamed,
  PODS,
  startPlayground,
  STRATEGIC_MERGE,
  WEB_1,
} from '../../test/playground/start-playground.ts';

const BODY = { metadata: { name: 'new' }, spec: { containers: [{ name: 'app', image: 'x' }] } };

describe('creating a pod', () => {
  it('stores it with the defaults of a server, on a node, and tells the kubelet', async () => {
    const { playground } = await startPlayground();
    const reply = await send(playground, PODS, { method: 'POST', body: BODY });
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({
      kind: 'Pod',
      metadata: {
        name: 'new',
        namespace: 'default',
        generation: 1,
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
      spec: { nodeName: 'playground', restartPolicy: 'Always', containers: [{ imagePullPolicy: 'Always' }] },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    });
    expect(playground.getPod({ namespace: 'default', name: 'new' })?.status?.phase).toBe('Running');
  });

  it('leaves a pod of another scheduler without a node', async () => {
    const { playground } = await startPlayground();
    const body = { ...BODY, spec: { ...BODY.spec, schedulerName: 'mine' } };
    const reply = await send(playground, PODS, { method: 'POST', body });
    expect(reply.json.spec).not.toHaveProperty('nodeName');
  });

  it.each([
    { what: 'a name that is taken', path: PODS, body: { ...BODY, metadata: WEB_1 }, status: 409 },
    {
      what: 'a namespace that is not there',
      path: '/api/v1/namespaces/nope/pods',
      body: BODY,
      status: 404,
      message: 'namespaces "nope" not found',
    },
    { what: 'text that is no JSON', path: PODS, body: '{nope', status: 400 },
    { what: 'an unknown dry run', path: `${PODS}?dryRun=foo`, body: BODY, status: 422 },
    {
      what: 'protobuf',
      path: PODS,
      body: 'k8s',
      contentType: 'application/vnd.kubernetes.protobuf',
      status: 415,
    },
    {
      what: 'a behaviour that is none',
      path: PODS,
      body: {
        ...BODY,
        metadata: { name: 'new', annotations: { 'playground/behaviour': '{"kind":"dance"}' } },
      },
      status: 422,
    },
  ])(
    'refuses $what with $status',
    async ({ path, body, status, message = '', contentType = 'application/json' }) => {
      const { playground } = await startPlayground();
      const reply = await send(playground, path, { method: 'POST', body, contentType });
      expect(reply.status).toBe(status);
      expect(reply.json.message).toContain(message);
    },
  );

  it('stores nothing in a dry run', async () => {
    const { playground } = await startPlayground();
    const reply = await send(playground, `${PODS}?dryRun=All`, { method: 'POST', body: BODY });
    expect(reply.status).toBe(201);
    expect(playground.getPod({ namespace: 'default', name: 'new' })).toBeUndefined();
  });

  it('reads how the pod is to be treated from its annotation', async () => {
    const { playground, kubelet } = await startPlayground();
    const behaviour = { kind: 'scripted', status: { phase: 'Running' } };
    const annotations = { 'playground/behaviour': JSON.stringify(behaviour) };
    await send(playground, PODS, {
      method: 'POST',
      body: { ...BODY, metadata: { name: 'new', annotations } },
    });
    const read = (name: string): unknown => {
      const pod = kubelet.host.readPod({ namespace: 'default', name });
      return pod && kubelet.host.readBehaviour(pod);
    };
    expect(read('new')).toEqual(behaviour);
    expect(read('web-1')).toEqual({ kind: 'run' });
  });

  it('makes a namespace', async () => {
    const { playground } = await startPlayground();
    const create = () =>
      send(playground, '/api/v1/namespaces', { method: 'POST', body: { metadata: { name: 'shop' } } });
    expect(await create()).toMatchObject({
      status: 201,
      json: { kind: 'Namespace', status: { phase: 'Active' } },
    });
    expect(await create()).toMatchObject({ status: 409 });
    expect(
      (await send(playground, '/api/v1/namespaces/shop/pods', { method: 'POST', body: BODY })).status,
    ).toBe(201);
  });
});

describe('deleting a pod', () => {
  it('marks it as terminating until the kubelet has removed it', async () => {
    const now = new Date('2026-01-02T03:04:05Z');
    const { playground, kubelet } = await startPlayground({ now: () => now }, { holdsRemoval: true });
    const watching = await openWatch(playground);
    await watching.until(1);
    const reply = await send(playground, `${PODS}/web-1?gracePeriodSeconds=7`, { method: 'DELETE' });
    expect(reply.json).toMatchObject({
      kind: 'Pod',
      metadata: { deletionTimestamp: '2026-01-02T03:04:12Z', deletionGracePeriodSeconds: 7, generation: 2 },
    });
    expect(await watching.until(2)).toEqual(['ADDED web-1', 'MODIFIED web-1']);
    kubelet.end();
    expect((await watching.until(3))[2]).toBe('DELETED web-1');
    expect((await send(playground, `${PODS}/web-1`)).status).toBe(404);
  });

  it.each([
    {
      second: 3,
      expected: { deletionGracePeriodSeconds: 3, deletionTimestamp: '2026-01-02T03:04:08Z', generation: 2 },
    },
    {
      second: 60,
      expected: { deletionGracePeriodSeconds: 30, deletionTimestamp: '2026-01-02T03:04:35Z', generation: 2 },
    },
  ])('shortens the time that is left, and never lengthens it: $second s', async ({ second, expected }) => {
    const now = new Date('2026-01-02T03:04:05Z');
    const { playground } = await startPlayground({ now: () => now }, { holdsRemoval: true });
    await send(playground, `${PODS}/web-1`, { method: 'DELETE' });
    const reply = await send(playground, `${PODS}/web-1`, {
      method: 'DELETE',
      body: { gracePeriodSeconds: second },
    });
    expect(reply.json.metadata).toMatchObject(expected);
  });

  it.each([
    { what: 'a grace of zero', body: { gracePeriodSeconds: 0 }, phase: 'Running' },
    { what: 'a pod that has ended', body: undefined, phase: 'Succeeded' },
  ])('removes it at once for $what', async ({ body, phase }) => {
    const { playground } = await startPlayground({}, { holdsRemoval: true });
    playground.setStatus(WEB_1, { phase });
    expect((await send(playground, `${PODS}/web-1`, { method: 'DELETE', body })).status).toBe(200);
    expect(playground.getPod(WEB_1)).toBeUndefined();
  });

  it('removes a pod without a node at once', async () => {
    const { playground } = await startPlayground(
      { pods: [aPodNamed('web-1', { isUnschedulable: true })] },
      { holdsRemoval: true },
    );
    await send(playground, `${PODS}/web-1`, { method: 'DELETE' });
    expect(playground.getPod(WEB_1)).toBeUndefined();
  });

  it.each([
    { path: `${PODS}/nope`, body: undefined, status: 404 },
    { path: `${PODS}/web-1`, body: { preconditions: { uid: 'other' } }, status: 409 },
    { path: `${PODS}/web-1?dryRun=All`, body: undefined, status: 200 },
  ])('answers $path with $status and changes nothing', async ({ path, body, status }) => {
    const { playground } = await startPlayground();
    expect((await send(playground, path, { method: 'DELETE', body })).status).toBe(status);
    expect(playground.getPod(WEB_1)?.metadata).not.toHaveProperty('deletionTimestamp');
  });
});

describe('patching ephemeral containers', () => {
  const PATH = `${PODS}/web-1/ephemeralcontainers`;
  const PATCH = { spec: { ephemeralContainers: [{ name: 'dbg', image: 'tools:1' }] } };
  const OPTIONS = { method: 'PATCH', contentType: STRATEGIC_MERGE, body: PATCH };

  it('adds the container once, counts the generation up and tells the kubelet', async () => {
    const { playground } = await startPlayground();
    const first = await send(
      playground,
      `${PATH}?fieldManager=kubectl-debug&fieldValidation=Strict`,
      OPTIONS,
    );
    expect(first).toMatchObject({
      status: 200,
      json: { kind: 'Pod', metadata: { generation: 2 }, spec: { ephemeralContainers: [{ name: 'dbg' }] } },
    });
    const stored = playground.getPod(WEB_1);
    expect(stored?.status?.ephemeralContainerStatuses).toMatchObject([{ name: 'dbg' }]);
    expect((await send(playground, PATH, OPTIONS)).status).toBe(200);
    expect(playground.getPod(WEB_1)).toBe(stored);
  });

  it('stores nothing in a dry run', async () => {
    const { playground } = await startPlayground();
    const reply = await send(playground, `${PATH}?dryRun=All`, OPTIONS);
    expect(reply.json.spec.ephemeralContainers).toHaveLength(1);
    expect(playground.getPod(WEB_1)?.spec).not.toHaveProperty('ephemeralContainers');
  });

  it('warns of an unknown field in a header', async () => {
    const { playground } = await startPlayground();
    const body = { spec: { ephemeralContainers: [{ name: 'dbg', image: 'x', frob: 1 }] } };
    const { headers } = await send(playground, PATH, { ...OPTIONS, body });
    expect(headers.warning).toBe(String.raw`299 - "unknown field \"spec.ephemeralContainers[0].frob\""`);
  });

  it.each([
    { what: 'JSON merge', path: PATH, contentType: 'application/merge-patch+json', status: 415 },
    { what: 'server-side apply', path: PATH, contentType: 'application/apply-patch+yaml', status: 415 },
    {
      what: 'another pod',
      path: `${PODS}/nope/ephemeralcontainers`,
      contentType: STRATEGIC_MERGE,
      status: 404,
    },
    { what: 'the pod itself', path: `${PODS}/web-1`, contentType: STRATEGIC_MERGE, status: 405 },
    {
      what: 'a long manager',
      path: `${PATH}?fieldManager=${'m'.repeat(129)}`,
      contentType: STRATEGIC_MERGE,
      status: 422,
    },
    {
      what: 'an unknown validation',
      path: `${PATH}?fieldValidation=Foo`,
      contentType: STRATEGIC_MERGE,
      status: 422,
    },
  ])('refuses $what with $status', async ({ path, contentType, status }) => {
    const { playground } = await startPlayground();
    expect((await send(playground, path, { ...OPTIONS, contentType })).status).toBe(status);
  });

  it.each(['Succeeded', 'Failed'])(
    'takes a container for a pod that is %s, as a real server does',
    async (phase) => {
      const { playground } = await startPlayground();
      playground.setStatus(WEB_1, { phase });
      expect((await send(playground, PATH, OPTIONS)).status).toBe(200);
    },
  );
});
