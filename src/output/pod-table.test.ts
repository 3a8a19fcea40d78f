import { describe, expect, it } from 'vitest';
import { aPod } from '../../test/builders/a-pod.ts';
import { openPodTable } from './pod-table.ts';

const NOW = new Date('2025-03-01T12:05:00Z');
const NARROW = { isWide: false, hasNamespaces: false, hasHeaders: true };

describe('openPodTable', () => {
  it('shows the columns of kubectl get pods', () => {
    expect(openPodTable(NARROW).page([aPod()], NOW)).toBe(
      'NAME    READY   STATUS    RESTARTS   AGE\nweb-1   1/1     Running   0          5m\n',
    );
  });

  it('shows the wide columns', () => {
    expect(openPodTable({ ...NARROW, isWide: true }).page([aPod()], NOW)).toBe(
      [
        'NAME    READY   STATUS    RESTARTS   AGE   IP         NODE     NOMINATED NODE   READINESS GATES',
        'web-1   1/1     Running   0          5m    10.0.0.7   node-1   <none>           <none>',
        '',
      ].join('\n'),
    );
  });

  it('shows the namespace first when there are several', () => {
    expect(openPodTable({ ...NARROW, hasNamespaces: true }).page([aPod()], NOW)).toBe(
      'NAMESPACE   NAME    READY   STATUS    RESTARTS   AGE\nshop        web-1   1/1     Running   0          5m\n',
    );
  });

  it('shows the headers once, and the pages under them', () => {
    const table = openPodTable(NARROW);
    const text = table.page([aPod()], NOW) + table.page([aPod({ name: 'a' })], NOW);
    expect(text.split('\n').slice(1)).toEqual([
      'web-1   1/1     Running   0          5m',
      'a       1/1     Running   0          5m',
      '',
    ]);
  });

  it('leaves the headers out', () => {
    expect(openPodTable({ ...NARROW, hasHeaders: false }).page([aPod()], NOW)).toBe(
      'web-1   1/1   Running   0     5m\n',
    );
  });

  it('makes what a pod says about itself printable', () => {
    const pod = aPod({
      status: { phase: 'Failed', reason: '\u001b[31mEvicted\u202e', containerStatuses: [] },
    });
    expect(openPodTable({ ...NARROW, hasHeaders: false }).page([pod], NOW)).toBe(
      'web-1   0/1   ^[[31mEvicted\\u202e   0     5m\n',
    );
  });
});
