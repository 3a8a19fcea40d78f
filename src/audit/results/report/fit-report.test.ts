import { expect, it } from 'vitest';
import { fitReport } from './fit-report.ts';

const KIB = 1024;
const page = Buffer.from('compressed');
const lines = (count: number): string => 'é'.repeat(31).concat('\n').repeat(count);

it('has all of a small report', () => {
  const { report, hasPage } = fitReport({ summary: { passed: 1 }, result: 'all well\n', page });
  expect(hasPage).toBe(true);
  expect(JSON.parse(report.data['summary.json'] ?? '')).toEqual({ passed: 1 });
  expect(report.data['result.txt']).toBe('all well\n');
  expect(report.binaryData).toEqual({ 'report.html.gz': page.toString('base64') });
});

it('leaves out a page that would be too large for the ConfigMap, and takes an older one away', () => {
  const parts = { summary: {}, result: '', page };
  const rest = 1024 * KIB - '{}\n'.length;
  expect(fitReport({ ...parts, page: Buffer.alloc(rest) }).hasPage).toBe(true);
  const { report, hasPage } = fitReport({ ...parts, page: Buffer.alloc(rest + 1) });
  expect(hasPage).toBe(false);
  expect(report.binaryData).toEqual({ 'report.html.gz': null });
});

it('cuts a long result after a line, by bytes', () => {
  const whole = lines((256 * KIB) / 63 - 1);
  expect(fitReport({ summary: {}, result: whole, page }).report.data['result.txt']).toBe(whole);
  const cut = fitReport({ summary: {}, result: lines(8 * KIB), page }).report.data['result.txt'] ?? '';
  expect(cut).toMatch(/é\n\(cut at 256 KiB\)\n$/);
  expect(Buffer.byteLength(cut)).toBeGreaterThan(255 * KIB);
  expect(Buffer.byteLength(cut)).toBeLessThan(257 * KIB);
  expect(fitReport({ summary: {}, result: 'x'.repeat(300 * KIB), page }).report.data['result.txt']).toBe(
    '(cut at 256 KiB)\n',
  );
});
