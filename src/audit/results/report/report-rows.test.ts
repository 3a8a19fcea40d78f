import { expect, it } from 'vitest';
import { aFailedRow, aRunRow } from '../../../../test/builders/a-run-row.ts';
import { aReport } from '../../../../test/builders/a-report.ts';
import type { RunRow } from '../../rows/run-row.ts';

async function dataOf(rows: readonly RunRow[]) {
  const { html } = await aReport(rows);
  const [, json = ''] = /<script type="application\/json" id="data">([^]*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json) as { labels: unknown; hasTarget: boolean; rows: unknown[] };
}

it('has a row of data for each run, problems first', async () => {
  const rows = [
    aRunRow({ durationMs: 350 }),
    aRunRow({ pod: 'web-2', exitCode: 3, owner: undefined, notes: ['the target restarted'] }),
    aFailedRow({ pod: 'web-3' }),
  ];
  expect((await dataOf(rows)).rows).toEqual([
    [0, 'shop/web-2', 'app', 'node-a', '', 3, 2, 2, 'exit code 3; the target restarted'],
    [
      1,
      'shop/web-3',
      'app',
      'node-a',
      'deployment/web',
      null,
      null,
      3,
      'not-started (image-not-found): the image "nope" does not exist',
    ],
    [3, 'shop/web-1', 'app', 'node-a', 'deployment/web', 0, 0.35, 1, ''],
  ]);
});

it.each([
  { hasTarget: true, rows: [aRunRow(), aRunRow({ target: 'proxy' })] },
  { hasTarget: false, rows: [aRunRow()] },
])('tells whether pods have several rows: $hasTarget', async ({ hasTarget, rows }) => {
  expect((await dataOf(rows)).hasTarget).toBe(hasTarget);
});

it('cuts a long remark', async () => {
  const { rows } = await dataOf([aRunRow({ notes: ['x'.repeat(300)] })]);
  expect(rows).toEqual([expect.arrayContaining([`${'x'.repeat(200)}…`])]);
});

it('lets no remark end the script element', async () => {
  const note = '</script><!--';
  const { rows } = await dataOf([aRunRow({ notes: [note] })]);
  expect(rows).toEqual([expect.arrayContaining([note])]);
});
