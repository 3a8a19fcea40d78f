import { describe, expect, it } from 'vitest';
import { parseTarget } from './parse-target.ts';

describe('parseTarget', () => {
  it.each([
    'web-1',
    'pod/web-1',
    'pods/web-1',
    'po/web-1',
    'Pod/web-1',
    'POD/web-1',
    'PODS/web-1',
    'pods./web-1',
    'pods../web-1',
    'pods.v1./web-1',
    'pod.v1./web-1',
    'po.v1./web-1',
    'Pod.v1./web-1',
  ])('reads %s as a pod', (text) => {
    expect(parseTarget(text)).toEqual({ kind: 'pod', name: 'web-1' });
  });

  it.each(['node/n1', 'nodes/n1', 'no/n1', 'Node/n1', 'NODES/n1', 'nodes.v1./n1', 'no.v1./n1'])(
    'reads %s as a node',
    (text) => {
      expect(parseTarget(text)).toEqual({ kind: 'node', name: 'n1' });
    },
  );

  it.each([
    ['deploy/web', 'deployment'],
    ['deployment/web', 'deployment'],
    ['Deployments/web', 'deployment'],
    ['deployments.apps/web', 'deployment'],
    ['deployments.v1.apps/web', 'deployment'],
    ['sts/web', 'statefulset'],
    ['daemonset/web', 'daemonset'],
    ['rs.apps/web', 'replicaset'],
    ['rc/web', 'replicationcontroller'],
    ['job/web', 'job'],
    ['jobs.batch/web', 'job'],
    ['cj/web', 'cronjob'],
    ['svc/web', 'service'],
    ['services.v1./web', 'service'],
  ])('reads %s as a %s', (text, type) => {
    expect(parseTarget(text)).toEqual({ kind: 'workload', type, name: 'web' });
  });

  it('takes a name with dots', () => {
    expect(parseTarget('node/ip-10-0-0-1.example.internal')).toEqual({
      kind: 'node',
      name: 'ip-10-0-0-1.example.internal',
    });
  });

  it.each([
    'Po/web-1',
    'NO/n1',
    'PO.V1./web-1',
    'pods.v1/web-1',
    'pods.V1./web-1',
    'pods.v2./web-1',
    'pods.core/web-1',
    'pods.v1.core/web-1',
    'pods.metrics.k8s.io/web-1',
    'Deploy/web',
    'deploy.v2.apps/web',
    'deploy.batch/web',
    'ingress/web',
    'constructor/web',
  ])('refuses the type of %s', (text) => {
    const type = text.slice(0, text.indexOf('/'));
    expect(() => parseTarget(text)).toThrow(
      expect.objectContaining({
        kind: 'usage',
        message: `cannot use "${text}": type "${type}" is not supported`,
        hint: 'name a pod as web-1 or pod/web-1',
      }),
    );
  });

  it.each([
    'a/b/c',
    'pod/',
    '/web-1',
    '/',
    'pods,nodes/web-1',
    '',
    ' ',
    'X Y',
    'Web-1',
    'a%b',
    '..',
    'pod/.',
    'a_b',
    '-web',
  ])('refuses %j', (text) => {
    expect(() => parseTarget(text)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });
});
