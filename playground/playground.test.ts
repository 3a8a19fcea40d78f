import { describe, expect, it } from 'vitest';
import { createPlayground } from './playground.ts';
import { send } from '../test/playground/api-client.ts';
import { makeFakeKubelet } from '../test/playground/fake-kubelet.ts';
import { openWatch } from '../test/playground/open-watch.ts';
import { aPodNamed, PODS, startPlayground, WEB_1 } from '../test/playground/start-playground.ts';

describe('createPlayground', () => {
  it('listens on the loopback address only, with tokens of its own', async () => {
    const [first, second] = await Promise.all([startPlayground(), startPlayground()]);
    expect(first.playground.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const tokens = [first, second].flatMap(({ playground }) => Object.values(playground.tokens));
    expect(new Set(tokens).size).toBe(4);
  });

  it('writes a kubeconfig that leads to it', async () => {
    const { playground } = await startPlayground();
    const config = JSON.parse(playground.kubeconfig('viewer')) as unknown;
    expect(config).toMatchObject({
      'current-context': 'playground',
      clusters: [{ cluster: { server: playground.url } }],
      users: [{ name: 'viewer', user: { token: playground.tokens.viewer } }],
      contexts: [{ context: { namespace: 'default' } }],
    });
  });

  it('makes pods with what they are given, and their namespaces', async () => {
    const { playground } = await startPlayground({
      pods: [
        aPodNamed('old', { namespace: 'shop', creationTimestamp: '2026-01-01T00:00:00Z' }),
        aPodNamed('ending', { deletionTimestamp: '2026-01-01T00:00:00Z' }),
        aPodNamed('placed', { spec: { nodeName: 'n7', containers: [{ name: 'app', image: 'x' }] } }),
        aPodNamed('waiting', { isUnschedulable: true }),
      ],
    });
    expect(playground.getPod({ namespace: 'shop', name: 'old' })?.metadata.creationTimestamp).toBe(
      '2026-01-01T00:00:00Z',
    );
    const { json } = await send(playground, PODS);
    const pods = json.items as {
      metadata: { name: string; deletionTimestamp?: string };
      spec: { nodeName?: string };
    }[];
    expect(
      pods.map(({ metadata, spec }) => [metadata.name, metadata.deletionTimestamp, spec.nodeName]),
    ).toEqual([
      ['ending', '2026-01-01T00:00:00Z', 'playground'],
      ['placed', undefined, 'n7'],
      ['waiting', undefined, undefined],
    ]);
    expect((await send(playground, '/api/v1/nodes/n7')).status).toBe(200);
    expect((await send(playground, '/api/v1/namespaces/shop')).status).toBe(200);
  });

  it('lets pods of one spec and one behaviour share them', async () => {
    const spec = { containers: [{ name: 'app', image: 'x' }] };
    const behaviour = { kind: 'scripted', status: { phase: 'Running' } } as const;
    const { playground, kubelet } = await startPlayground({
      pods: ['a', 'b'].map((name) => aPodNamed(name, { spec, behaviour })),
    });
    const [a, b] = ['a', 'b'].map((name) => playground.getPod({ namespace: 'default', name }));
    expect(a?.spec).toBe(b?.spec);
    expect(a && kubelet.host.readBehaviour(a)).toBe(behaviour);
  });

  it('takes statuses of the pod that is there, and of no other', async () => {
    const { playground, kubelet } = await startPlayground();
    kubelet.host.updateStatus(WEB_1, 'another uid', () => ({ phase: 'Failed' }));
    expect(playground.getPod(WEB_1)?.status?.phase).toBe('Running');
    playground.setStatus(WEB_1, { phase: 'Failed' });
    playground.setStatus({ namespace: 'default', name: 'nope' }, { phase: 'Failed' });
    expect(playground.getPod(WEB_1)?.status).toEqual({ phase: 'Failed' });
  });

  it('ends watches, streams and the kubelet when it is closed', async () => {
    let isClosed = (): boolean => false;
    const playground = await createPlayground({
      makeKubelet: (host) => {
        const kubelet = makeFakeKubelet(host);
        isClosed = kubelet.isClosed;
        return kubelet;
      },
    });
    const watching = await openWatch(playground, '&resourceVersion=0');
    await playground.close();
    expect(await watching.ended).toBe('broken');
    expect(isClosed()).toBe(true);
    await expect(send(playground, PODS)).rejects.toThrow('ECONNREFUSED');
  });
});
