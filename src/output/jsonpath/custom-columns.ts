import { CliError } from '../../errors/cli-error.ts';
import { goText } from './go-text.ts';
import { parseRelaxedPath, type JsonPath } from './json-path-grammar.ts';
import { evaluateJsonPath } from './json-path.ts';
import { printable } from '../printable.ts';
import type { TableRow } from '../table/table.ts';

/** One column of `-o custom-columns`. */
export interface CustomColumn {
  readonly title: string;
  readonly path: JsonPath;
}

function readColumn(spec: string): CustomColumn {
  const colon = spec.indexOf(':');
  if (colon === -1) {
    const message = `unexpected custom-columns spec: ${spec}, expected <header>:<json-path-expr>`;
    throw new CliError('usage', message);
  }
  return { title: spec.slice(0, colon), path: parseRelaxedPath(spec.slice(colon + 1)) };
}

/** Reads `TITLE:PATH,TITLE:PATH`. Throws `usage`. See https://kubernetes.io/docs/reference/kubectl/#custom-columns */
export function parseCustomColumns(spec: string): readonly CustomColumn[] {
  return spec.split(',').map(readColumn);
}

/** Reads a file with a line of titles and a line of paths, both separated by spaces. Throws `usage`. */
export function parseCustomColumnsFile(text: string): readonly CustomColumn[] {
  const [titles = [], paths = []] = text.split('\n').map((line) => line.split(/\s+/).filter(Boolean));
  if (titles.length === 0 || titles.length !== paths.length) {
    const message = `number of headers and field specifications must match, but they are ${titles.length} and ${paths.length}`;
    throw new CliError('usage', message, { hint: 'the first line has the titles, the second one the paths' });
  }
  return titles.map((title, index) => ({ title, path: parseRelaxedPath(paths[index] ?? '') }));
}

function cellOf({ path }: CustomColumn, object: unknown): string {
  if (path.actions.length === 0) return '<none>';
  const results = evaluateJsonPath(path, object);
  return (results[0] ?? []).length === 0 ? '<none>' : printable(results.flat().map(goText).join(','));
}

/**
 * The cells of one object. Several values are joined with commas, and no value is `<none>`. Line breaks are escaped, so
 * that the table does not cut the text off there. Throws `usage`.
 */
export function customCells(columns: readonly CustomColumn[], object: unknown): TableRow {
  return columns.map((column) => cellOf(column, object));
}
