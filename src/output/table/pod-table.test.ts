import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import type { Pod } from '../../pod/types.ts';
import { openPodPrinter, type PodsOutput } from '../print/pod-printer.ts';

const NOW = new Date('2025-03-01T12:05:00Z');
const NARROW = {
  kind: 'table',
  view: 'status',
  showsEnded: true,
  isWide: false,
  hasNamespaces: false,
  hasHeaders: true,
  hasEvents: false,
  showsKind: false,
  labelColumns: [] as string[],
  showsLabels: false,
} as const;

type Options = Omit<PodsOutput & { kind: 'table' }, 'kind'> & {
  readonly hasNamespaces: boolean;
  readonly hasEvents: boolean;
};

function openPodTable({ hasNamespaces, hasEvents, ...output }: Options) {
  const options = { shape: 'list', hasNamespaces, hasEvents } as const;
  const printer = openPodPrinter({ ...options, output: { ...output, kind: 'table' } });
  return {
    page: (pods: readonly Pod[], now: Date) =>
      printer.page(
        pods.map((pod) => ({ pod, event: 'ADDED' })),
        now,
      ),
  };
}

describe('the table of pods', () => {
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

  it.each([
    { options: { showsKind: true }, title: 'NAME', cell: 'pod/web-1' },
    { options: { hasEvents: true }, title: 'EVENT', cell: 'ADDED' },
    { options: { labelColumns: ['example.com/Team'] }, title: 'TEAM', cell: 'shop' },
    { options: { labelColumns: ['nope'] }, title: 'NOPE', cell: '' },
    { options: { labelColumns: ['constructor'] }, title: 'CONSTRUCTOR', cell: '' },
    { options: { labelColumns: ['__proto__'] }, title: '__PROTO__', cell: '' },
    { options: { showsLabels: true }, title: 'LABELS', cell: 'app.v=1,app=web,example.com/Team=shop' },
  ])('shows $cell as $title with $options', ({ options, title, cell }) => {
    const labels = { 'example.com/Team': 'shop', app: 'web', 'app.v': '1' };
    const text = openPodTable({ ...NARROW, ...options }).page([aPod({ metadata: { labels } })], NOW);
    const [header = '', row = ''] = text.split('\n');
    const start = header.indexOf(title);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(row.slice(start).split('   ')[0]).toBe(cell);
  });

  it('shows <none> for a pod without labels', () => {
    const text = openPodTable({ ...NARROW, showsLabels: true, hasHeaders: false }).page([aPod()], NOW);
    expect(text).toMatch(/5m {4}<none>\n$/);
  });
});
