import { podColumns, type PodColumns } from '../pod/pod-columns.ts';
import type { Pod } from '../pod/types.ts';
import { layOutTable } from './table.ts';

interface Column {
  readonly title: string;
  readonly cell: keyof PodColumns;
  readonly isShown: (options: PodTableOptions) => boolean;
}

const ALWAYS = (): boolean => true;
const WIDE = ({ isWide }: PodTableOptions): boolean => isWide;

const COLUMNS: readonly Column[] = [
  { title: 'NAMESPACE', cell: 'namespace', isShown: ({ hasNamespaces }) => hasNamespaces },
  { title: 'NAME', cell: 'name', isShown: ALWAYS },
  { title: 'READY', cell: 'ready', isShown: ALWAYS },
  { title: 'STATUS', cell: 'status', isShown: ALWAYS },
  { title: 'RESTARTS', cell: 'restarts', isShown: ALWAYS },
  { title: 'AGE', cell: 'age', isShown: ALWAYS },
  { title: 'IP', cell: 'ip', isShown: WIDE },
  { title: 'NODE', cell: 'node', isShown: WIDE },
  { title: 'NOMINATED NODE', cell: 'nominatedNode', isShown: WIDE },
  { title: 'READINESS GATES', cell: 'readinessGates', isShown: WIDE },
];

export interface PodTableOptions {
  readonly isWide: boolean;
  /** Whether the pods are of several namespaces, which then come first. */
  readonly hasNamespaces: boolean;
  readonly hasHeaders: boolean;
}

/** The table of `kubectl get pods`, page by page. */
export interface PodTable {
  /** The text of more rows; `now` is what ages are counted to. The first page has the headers. */
  readonly page: (pods: readonly Pod[], now: Date) => string;
}

/** Starts a table of pods. */
export function openPodTable(options: PodTableOptions): PodTable {
  const columns = COLUMNS.filter(({ isShown }) => isShown(options));
  let headers = options.hasHeaders ? [columns.map(({ title }) => title)] : [];
  let widths: readonly number[] = [];
  return {
    page: (pods, now) => {
      const rows = pods.map((pod) => {
        const cells = podColumns(pod, now);
        return columns.map(({ cell }) => cells[cell]);
      });
      const page = layOutTable([...headers, ...rows], widths);
      headers = [];
      widths = page.widths;
      return page.text;
    },
  };
}
