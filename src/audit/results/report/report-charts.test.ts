import { describe, expect, it } from 'vitest';
import { aFailedRow, aRunRow, aRunSummary } from '../../../../test/builders/a-run-row.ts';
import type { RunRow } from '../../rows/run-row.ts';
import { judgeRow, NO_EXPECTATION } from '../fold/expectation.ts';
import { foldedRow } from '../fold/fold-group.ts';
import { NO_ROWS, type Tally } from '../sinks/row-sink.ts';
import { durationsFigure, outcomesFigure, placesFigure } from './report-charts.ts';
import type { ReportData } from './report-data.ts';

function aReportOf(rows: readonly RunRow[]): ReportData {
  const folded = rows.map((row) => foldedRow(row, judgeRow(NO_EXPECTATION, row)));
  const tally = folded.reduce<Tally>(
    (sum, { verdict: { kind } }) => ({ ...sum, [kind]: sum[kind] + 1 }),
    NO_ROWS,
  );
  return { summary: aRunSummary(), tally, sections: [], rows: folded, groupBy: undefined, hasTarget: false };
}

const count = (html: string, part: string) => html.split(part).length - 1;

describe('outcomesFigure', () => {
  it('has a part of the bar for each verdict, and a line for each outcome', () => {
    const html = outcomesFigure(
      aReportOf([aRunRow(), aRunRow(), aRunRow({ exitCode: 1 }), aRunRow({ exitCode: 2 }), aFailedRow()]),
    );
    expect(count(html, '<rect')).toBe(3);
    expect(html.match(/<\/i>[^<]*<b>\d+/g)).toEqual([
      '</i>Passed, exit code 0<b>2',
      '</i>Not passed, exit code 1<b>1',
      '</i>Not passed, exit code 2<b>1',
      '</i>Not audited, not-started<b>1',
    ]);
    expect(html).toContain('aria-label="Not passed 2, Not audited 1, Skipped 0, Passed 2"');
  });
});

describe('durationsFigure', () => {
  it('has a bar for each range, and says how long the commands took', () => {
    const html = durationsFigure(aReportOf([5, 5, 700, 3000].map((durationMs) => aRunRow({ durationMs }))));
    expect(html).toContain('Half took at most &lt;10ms, 95% at most 3s, the longest 3s');
    expect(count(html, '<rect class="bar"')).toBe(5);
  });

  it('is missing where no command ran', () => {
    expect(durationsFigure(aReportOf([aFailedRow()]))).toBe('');
  });
});

describe('placesFigure', () => {
  it.each([
    { label: 'one place', rows: [aRunRow(), aRunRow()], places: undefined },
    {
      label: 'two namespaces, the one with problems first',
      rows: [aRunRow(), aRunRow(), aRunRow({ namespace: 'billing', exitCode: 1 })],
      places: ['billing</th>', 'shop</th>'],
    },
    {
      label: 'two nodes of one namespace',
      rows: [aRunRow({ node: 'a' }), aRunRow({ node: 'a' }), aRunRow({ node: '' })],
      places: ['a</th>', 'no node</th>'],
    },
  ])('shows $label', ({ rows, places }) => {
    const html = placesFigure(aReportOf(rows));
    expect(html.match(/(?<=<th scope="row">)[^]*?<\/th>/g) ?? undefined).toEqual(places);
  });

  it('shows eight of many places', () => {
    const rows = Array.from({ length: 20 }, (_, index) => aRunRow({ namespace: `n${index}` }));
    const html = placesFigure(aReportOf(rows));
    expect(count(html, '<th scope="row">')).toBe(8);
    expect(html).toContain('the first 8 of 20');
  });
});
