import type { Pod } from '../../pod/types.ts';
import { CliError } from '../../errors/cli-error.ts';
import { shellLine } from '../../errors/shell-word.ts';
import { customCells, type CustomColumn } from '../jsonpath/custom-columns.ts';
import { explanationText } from '../table/explanation.ts';
import type { JsonPath } from '../jsonpath/json-path-grammar.ts';
import { evaluateJsonPath, jsonPathAsJson, jsonPathText } from '../jsonpath/json-path.ts';
import { makePodTable, type PodTableOptions } from '../table/pod-table.ts';
import { openList, openObjects, type ObjectFormat } from './print-object.ts';
import { shownObject, type ShownPod } from '../table/shown-pod.ts';
import { compareSortKeys, sortKeyOf, type SortKey } from '../jsonpath/sort-key.ts';
import { openTable, type Paint, type TableRow } from '../table/table.ts';

/** How pods are shown: the value of `-o`, and the flags that go with it. */
export type PodsOutput =
  | ({ readonly kind: 'table'; readonly hasHeaders: boolean } & Omit<
      PodTableOptions,
      'hasNamespaces' | 'hasContexts' | 'hasEvents' | 'podSecurityOf'
    >)
  | { readonly kind: 'explanation' }
  | { readonly kind: 'objects'; readonly format: ObjectFormat; readonly showsManagedFields: boolean }
  | {
      readonly kind: 'json-path';
      readonly path: JsonPath;
      readonly isJson: boolean;
      readonly isStrict: boolean;
    }
  | {
      readonly kind: 'custom-columns';
      readonly columns: readonly CustomColumn[];
      readonly hasHeaders: boolean;
    };

export interface PrinterOptions {
  readonly output: PodsOutput;
  /** `each` prints each pod by itself, as for a single name or a watch; `list` prints all as one list. */
  readonly shape: 'each' | 'list';
  readonly hasNamespaces: boolean;
  /** The names of the contexts, if the pods are of several: a cluster that answers late must not move the columns. */
  readonly contexts?: readonly string[];
  readonly hasEvents: boolean;
  readonly sortBy?: JsonPath | undefined;
  readonly podSecurityOf?: (pod: Pod) => string;
  /** Without it tables have no colours. */
  readonly paint?: Paint;
  /** Adapts a command line, for a pod of this context, to how the program was called. */
  readonly asTyped?: (line: string, context?: string) => string;
}

/** Turns pages of pods into text; all parts together are the answer. */
export interface PodPrinter {
  /** The text of a page; ages are counted to `now`. Throws `usage` for a path that cannot be evaluated. */
  readonly page: (pods: readonly ShownPod[], now: Date) => string;
  /** The row of a context whose pods could not be read; empty in formats without rows. */
  readonly failed: (context: string, why: string) => string;
  /** The end of the list. Later pages are printed at once. */
  readonly end: () => string;
}

/** What to keep of a pod until it is printed, and how to print it. */
interface Format<T> {
  readonly read: (shown: ShownPod, now: Date) => T;
  readonly print: (items: readonly T[]) => string;
  readonly end: () => string;
  readonly failed?: (context: string, why: string) => string;
}

const NOTHING = (): string => '';

/** The total is printed only for a list with a header: scripts that leave out the header want only rows of pods. */
function tableFormat(
  output: PodsOutput & { kind: 'table' },
  options: PrinterOptions,
): Format<readonly TableRow[]> {
  const {
    header,
    rows: rowsOf,
    failed,
    total,
  } = makePodTable({
    ...output,
    ...options,
    hasContexts: options.contexts !== undefined,
  });
  const room = (options.contexts ?? []).map((context) => failed(context, ''));
  const { rows } = openTable(output.hasHeaders ? header : undefined, options.paint, room);
  let count = 0;
  const print = (pods: readonly (readonly TableRow[])[]): string => {
    count += pods.length;
    return pods.length === 0 ? '' : rows(pods.flat());
  };
  const end = (): string => {
    const row = count > 0 && output.hasHeaders && options.shape === 'list' ? total() : undefined;
    return row === undefined ? '' : rows([row]);
  };
  return { read: rowsOf, print, end, failed: (context, why) => rows([failed(context, why)]) };
}

/** A list is laid out as one page, even if it is empty. */
function customFormat(
  { columns, hasHeaders }: PodsOutput & { kind: 'custom-columns' },
  { shape }: PrinterOptions,
): Format<TableRow> {
  const { rows } = openTable(hasHeaders ? columns.map(({ title }) => title) : undefined);
  const kept: TableRow[] = [];
  const read = (shown: ShownPod): TableRow => customCells(columns, shownObject(shown));
  if (shape === 'each') return { read, print: rows, end: NOTHING };
  const keep = (items: readonly TableRow[]): string => {
    for (const item of items) kept.push(item);
    return '';
  };
  return { read, print: keep, end: () => rows(kept) };
}

/** Words for another call: names alone would be of any cluster. */
function nameInContext({ pod, context = '' }: ShownPod): string {
  const { name = '', namespace = '' } = pod.metadata;
  return `${shellLine([`--context=${context}`, `--namespace=${namespace}`, `pod/${name}`])}\n`;
}

function objectFormat(
  { format, showsManagedFields }: PodsOutput & { kind: 'objects' },
  { shape, contexts }: PrinterOptions,
): Format<ShownPod> {
  if (format === 'name' && contexts !== undefined)
    return { read: (shown) => shown, print: (pods) => pods.map(nameInContext).join(''), end: NOTHING };
  const { items, end } = (shape === 'list' ? openList : openObjects)(format, { showsManagedFields });
  return { read: (shown) => shown, print: (pods) => items(pods.map(shownObject)), end };
}

function jsonPathFormat(
  { path, isJson, isStrict }: PodsOutput & { kind: 'json-path' },
  { shape }: PrinterOptions,
): Format<ShownPod> {
  const write = (object: unknown): string =>
    (isJson ? jsonPathAsJson : jsonPathText)(evaluateJsonPath(path, object, isStrict));
  const read = (shown: ShownPod): ShownPod => shown;
  if (shape === 'each')
    return { read, print: (pods) => pods.map(shownObject).map(write).join(''), end: NOTHING };
  const items: object[] = [];
  const keep = (pods: readonly ShownPod[]): string => {
    for (const pod of pods) items.push(shownObject(pod));
    return '';
  };
  const list = { apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } };
  return { read, print: keep, end: () => write(list) };
}

function explanationFormat({ paint, asTyped }: PrinterOptions): Format<string> {
  let isFirst = true;
  const print = (texts: readonly string[]): string => {
    const between = isFirst || texts.length === 0 ? '' : '\n';
    isFirst &&= texts.length === 0;
    return between + texts.join('\n');
  };
  const read = (shown: ShownPod, now: Date): string =>
    explanationText(shown, now, { paint, asTyped: asTyped && ((line) => asTyped(line, shown.context)) });
  return { read, print, end: NOTHING };
}

function immediately<T>({ read, print, end, failed = NOTHING }: Format<T>): PodPrinter {
  return { page: (pods, now) => print(pods.map((shown) => read(shown, now))), end, failed };
}

function checkField(path: JsonPath, keys: readonly SortKey[]): void {
  if (keys.length < 2 || keys.some(({ kind }) => kind !== 'missing')) return;
  throw new CliError('usage', `couldn't find any field with path "${path.template}" in the list of objects`);
}

/** Keeps all pods until the end of the list, and prints later ones as they arrive. */
function sorted<T>({ read, print, end, failed = NOTHING }: Format<T>, path: JsonPath): PodPrinter {
  let kept: { readonly key: SortKey; readonly item: T }[] | undefined = [];
  const failures: (() => string)[] = [];
  return {
    page: (pods, now) => {
      if (kept === undefined) return print(pods.map((shown) => read(shown, now)));
      for (const shown of pods) kept.push({ key: sortKeyOf(path, shown.pod), item: read(shown, now) });
      return '';
    },
    end: () => {
      const all = kept ?? [];
      kept = undefined;
      checkField(
        path,
        all.map(({ key }) => key),
      );
      const text = print(all.toSorted((a, b) => compareSortKeys(a.key, b.key)).map(({ item }) => item));
      return text + failures.map((print) => print()).join('') + end();
    },
    failed: (context, why) => {
      if (kept === undefined) return failed(context, why);
      failures.push(() => failed(context, why));
      return '';
    },
  };
}

function finish<T>(format: Format<T>, { sortBy }: PrinterOptions): PodPrinter {
  return sortBy === undefined ? immediately(format) : sorted(format, sortBy);
}

/** Makes the printer for one call. */
export function openPodPrinter(options: PrinterOptions): PodPrinter {
  const { output } = options;
  switch (output.kind) {
    case 'table':
      return finish(tableFormat(output, options), options);
    case 'explanation':
      return finish(explanationFormat(options), options);
    case 'objects':
      return finish(objectFormat(output, options), options);
    case 'json-path':
      return finish(jsonPathFormat(output, options), options);
    case 'custom-columns':
      return finish(customFormat(output, options), options);
  }
}
