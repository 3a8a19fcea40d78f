import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { durationText } from '../text/duration-text.ts';
import { REPORT_SCRIPT } from './report-script.ts';

it.each([0, 4, 9.9, 10, 350, 999.6, 1000, 1049, 4200, 9960, 59_400, 59_600, 60_000, 90_000, 3_600_000])(
  'shows %d ms in the table as everywhere else',
  (milliseconds) => {
    const [source = ''] =
      /const inMinutes =[^]*?inMinutes\(Math.round\(seconds\)\);/.exec(REPORT_SCRIPT) ?? [];
    expect(runInNewContext(`${source} took(${milliseconds / 1000})`)).toBe(durationText(milliseconds));
  },
);
