import type { Pod } from '../../pod/types.ts';
import { CONTAINERS_VIEW } from './containers-view.ts';
import { debuggedView, ephemeralView } from './debug-view.ts';
import { makeView, NONE, type PodView } from './pod-view.ts';
import { openResourcesView } from './resources-view.ts';
import type { ShownPod } from './shown-pod.ts';
import { STATUS_VIEW } from './status-view.ts';
import type { TableRow } from './table.ts';

export interface PodTableOptions {
  readonly view: PodViewName;
  readonly isWide: boolean;
  /** Whether views of debug containers also show those that do not run. */
  readonly showsEnded: boolean;
  /** Whether the table has a column for the namespace. */
  readonly hasNamespaces: boolean;
  /** Whether the table has a column for the context. */
  readonly hasContexts?: boolean;
  /** Whether the first column shows the event. */
  readonly hasEvents: boolean;
  /** Whether names are shown as `pod/web-1`. */
  readonly showsKind: boolean;
  /** Labels that have a column of their own. */
  readonly labelColumns: readonly string[];
  /** Whether the last column has all labels. */
  readonly showsLabels: boolean;
  /** The Pod Security level of a pod's namespace, for views that show it. */
  readonly podSecurityOf?: (pod: Pod) => string;
}

const UNKNOWN = '<unknown>';

const VIEWS = {
  status: ({ isWide }) => makeView(STATUS_VIEW, isWide),
  containers: ({ isWide }) => makeView(CONTAINERS_VIEW, isWide),
  resources: ({ isWide }) => openResourcesView(isWide),
  'ephemeral-containers': ({ isWide, showsEnded, podSecurityOf = () => UNKNOWN }) =>
    makeView(ephemeralView(podSecurityOf, showsEnded), isWide),
  debugged: ({ isWide, showsEnded }) => makeView(debuggedView(showsEnded), isWide),
} as const satisfies Record<string, (options: Omit<PodTableOptions, 'view'>) => PodView>;

/** The name of a view. */
export type PodViewName = keyof typeof VIEWS;

/** A column of every view. */
interface Column {
  readonly title: string;
  readonly cell: (shown: ShownPod) => string;
  /** The cell in the total row; empty by default. */
  readonly total?: string;
}

type OptionalColumn = Column & { readonly isShown: (options: PodTableOptions) => boolean };

function nameOf({ pod }: ShownPod): string {
  return pod.metadata.name ?? '';
}

const COLUMNS: readonly OptionalColumn[] = [
  { title: 'EVENT', cell: ({ event }) => event ?? '', isShown: ({ hasEvents }) => hasEvents },
  {
    title: 'CONTEXT',
    cell: ({ context }) => context ?? '',
    isShown: ({ hasContexts = false }) => hasContexts,
  },
  {
    title: 'NAMESPACE',
    cell: ({ pod }) => pod.metadata.namespace ?? '',
    isShown: ({ hasNamespaces }) => hasNamespaces,
  },
  { title: 'NAME', cell: nameOf, total: 'TOTAL', isShown: ({ showsKind }) => !showsKind },
  {
    title: 'NAME',
    cell: (shown) => `pod/${nameOf(shown)}`,
    total: 'TOTAL',
    isShown: ({ showsKind }) => showsKind,
  },
];

function labelColumn(label: string): Column {
  const title = label.slice(label.lastIndexOf('/') + 1).toUpperCase();
  return {
    title,
    // An inherited property, such as `constructor`, is not a label.
    cell: ({ pod: { metadata } }) =>
      metadata.labels !== undefined && Object.hasOwn(metadata.labels, label)
        ? (metadata.labels[label] ?? '')
        : '',
  };
}

const ALL_LABELS: Column = {
  title: 'LABELS',
  cell: ({ pod }) => {
    // Like kubectl, sort the whole texts: `app.x=1` comes before `app=2`.
    const labels = Object.entries(pod.metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`);
    return labels.toSorted().join(',') || NONE;
  },
};

/** A table of pods as cells. */
export interface PodTable {
  readonly header: TableRow;
  /** The rows of one pod; ages are counted to `now`. */
  readonly rows: (shown: ShownPod, now: Date) => readonly TableRow[];
  /** The row of a context whose pods could not be read. */
  readonly failed: (context: string, why: string) => TableRow;
  /** A last row about all pods, in views that have one. */
  readonly total: () => TableRow | undefined;
}

/** Stands where the names are, so that no script takes it for a pod: no name has `<`. */
function failedCell(
  title: string,
  { context, why }: { readonly context: string; readonly why: string },
): string {
  if (title === 'CONTEXT') return context;
  return title === 'NAME' ? `<${why}>` : '';
}

/** Chooses the columns of a table of pods. */
export function makePodTable(options: PodTableOptions): PodTable {
  const front = COLUMNS.filter(({ isShown }) => isShown(options));
  const back = [...options.labelColumns.map(labelColumn), ...(options.showsLabels ? [ALL_LABELS] : [])];
  const titlesOf = (columns: readonly Column[]): TableRow => columns.map(({ title }) => title);
  const totalsOf = (columns: readonly Column[]): TableRow => columns.map(({ total = '' }) => total);
  const view: PodView = VIEWS[options.view](options);
  return {
    header: [...titlesOf(front), ...view.titles, ...titlesOf(back)],
    rows: (shown, now) => {
      const cellsOf = (columns: readonly Column[]): TableRow => columns.map(({ cell }) => cell(shown));
      const [before, after] = [cellsOf(front), cellsOf(back)];
      return view.rows(shown.pod, now).map((row) => [...before, ...row, ...after]);
    },
    failed: (context, why) => front.map(({ title }) => failedCell(title, { context, why })),
    total: () => view.total && [...totalsOf(front), ...view.total(), ...totalsOf(back)],
  };
}
