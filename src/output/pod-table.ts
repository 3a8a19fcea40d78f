import { podColumns, type PodColumns } from '../pod/pod-columns.ts';
import type { ShownPod } from './shown-pod.ts';
import type { TableRow } from './table.ts';

export interface PodTableOptions {
  readonly isWide: boolean;
  /** Whether the pods are of several namespaces, which then come first. */
  readonly hasNamespaces: boolean;
  /** Whether the first column says what happened to the pod. */
  readonly hasEvents: boolean;
  /** Whether names are shown as `pod/web-1`. */
  readonly showsKind: boolean;
  /** Labels that have a column of their own. */
  readonly labelColumns: readonly string[];
  /** Whether the last column has all labels. */
  readonly showsLabels: boolean;
}

/** What the cells of a row are made of. */
interface Shown extends ShownPod {
  readonly columns: PodColumns;
}

interface Column {
  readonly title: string;
  readonly cell: (shown: Shown) => string;
}

type OptionalColumn = Column & { readonly isShown?: (options: PodTableOptions) => boolean };

const isWide = (options: PodTableOptions): boolean => options.isWide;

const COLUMNS: readonly OptionalColumn[] = [
  { title: 'EVENT', cell: ({ event }) => event ?? '', isShown: ({ hasEvents }) => hasEvents },
  {
    title: 'NAMESPACE',
    cell: ({ columns }) => columns.namespace,
    isShown: ({ hasNamespaces }) => hasNamespaces,
  },
  { title: 'NAME', cell: ({ columns }) => columns.name, isShown: ({ showsKind }) => !showsKind },
  { title: 'NAME', cell: ({ columns }) => `pod/${columns.name}`, isShown: ({ showsKind }) => showsKind },
  { title: 'READY', cell: ({ columns }) => columns.ready },
  { title: 'STATUS', cell: ({ columns }) => columns.status },
  { title: 'RESTARTS', cell: ({ columns }) => columns.restarts },
  { title: 'AGE', cell: ({ columns }) => columns.age },
  { title: 'IP', cell: ({ columns }) => columns.ip, isShown: isWide },
  { title: 'NODE', cell: ({ columns }) => columns.node, isShown: isWide },
  { title: 'NOMINATED NODE', cell: ({ columns }) => columns.nominatedNode, isShown: isWide },
  { title: 'READINESS GATES', cell: ({ columns }) => columns.readinessGates, isShown: isWide },
];

function labelColumn(label: string): Column {
  const title = label.slice(label.lastIndexOf('/') + 1).toUpperCase();
  return { title, cell: ({ pod }) => pod.metadata.labels?.[label] ?? '' };
}

const ALL_LABELS: Column = {
  title: 'LABELS',
  cell: ({ pod }) => {
    const labels = Object.entries(pod.metadata.labels ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return labels.map(([key, value]) => `${key}=${value}`).join(',') || '<none>';
  },
};

/** The table of `kubectl get pods` as cells. */
export interface PodTable {
  readonly header: TableRow;
  /** `now` is what ages are counted to. */
  readonly row: (shown: ShownPod, now: Date) => TableRow;
}

/** Chooses the columns of a table of pods. */
export function makePodTable(options: PodTableOptions): PodTable {
  const columns: readonly Column[] = [
    ...COLUMNS.filter(({ isShown }) => isShown?.(options) ?? true),
    ...options.labelColumns.map(labelColumn),
    ...(options.showsLabels ? [ALL_LABELS] : []),
  ];
  return {
    header: columns.map(({ title }) => title),
    row: (shown, now) => {
      const cells = { ...shown, columns: podColumns(shown.pod, now) };
      return columns.map(({ cell }) => cell(cells));
    },
  };
}
