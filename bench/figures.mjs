// What the measurements beside kubectl share: which programs are measured, and figures for a person or for run.mjs.
import path from 'node:path';
import { ratio, summarize, table } from './statistics.mjs';

/** The built program, as npm installs it. */
export const PROGRAM = path.join(import.meta.dirname, '../bin/kubectl-debug.js');

/** For `parseArgs`. */
export const FIGURE_OPTIONS = { json: { type: 'boolean', default: false } };
/** For `parseArgs`: an executable of ours to measure beside the one that npm installs. */
export const PROGRAM_OPTIONS = { program: { type: 'string' } };

export const OURS = 'kubectl-debug';
export const SINGLE_FILE = 'kubectl-debug (single file)';

/** Our programs by name, each as the first words of a call. */
export function ourPrograms({ program }) {
  return {
    [OURS]: [process.execPath, PROGRAM],
    ...(program !== undefined && { [SINGLE_FILE]: [path.resolve(program)] }),
  };
}

/**
 * Prints figures: `{ title, unit, beside, ways: { NAME: values }, right: { NAME: count } }`. `beside` names the way that the
 * others are compared with; `right`, which may be left out, says how many runs gave what they should.
 */
export function printFigures(figures, { json }) {
  if (json) console.log(JSON.stringify({ figures }));
  else console.log(figures.map(figureTable).join('\n\n'));
}

function figureTable({ title, unit, beside, ways, right }) {
  const rows = Object.entries(ways).map(([name, values]) => ({
    [`${title}, ${unit}`]: name,
    ...summarize(values),
    ratio: name === beside ? '' : ratio(values, ways[beside]),
    ...(right !== undefined && { right: right[name] ?? '' }),
  }));
  return table(rows);
}
