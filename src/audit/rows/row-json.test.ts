import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aFailedRow, aRunRow } from '../../../test/builders/a-run-row.ts';
import { rowFromJson, rowToJson } from './row-json.ts';

describe('rowToJson', () => {
  it('writes text as text', () => {
    expect(rowToJson(aRunRow({ output: 'Zürich\n' }))).toMatchObject({
      output: 'Zürich\n',
      outputEncoding: 'utf-8',
      outputTruncated: false,
      startedAt: '2025-03-01T13:00:00.000Z',
    });
  });

  it('writes binary output in base64', () => {
    const row = aRunRow({ output: Buffer.from([0xff, 0x00]) });
    expect(rowToJson(row)).toMatchObject({ output: '/wA=', outputEncoding: 'base64' });
  });

  it('writes null for unknown values, so that each row has the same fields', () => {
    expect(rowToJson(aFailedRow({ owner: undefined }))).toMatchObject({
      owner: null,
      exitCode: null,
      startedAt: null,
      finishedAt: null,
    });
    expect(Object.keys(rowToJson(aFailedRow())).toSorted()).toEqual(
      Object.keys(rowToJson(aRunRow())).toSorted(),
    );
  });
});

describe('rowFromJson', () => {
  it('keeps the context of a row, which the rows of one cluster lack', () => {
    expect(rowFromJson(rowToJson(aRunRow({ context: 'prod-eu' }))).context).toBe('prod-eu');
    expect(rowToJson(aRunRow())).not.toHaveProperty('context');
    expect(rowFromJson(rowToJson(aRunRow()))).not.toHaveProperty('context');
  });

  it('reads each row that it wrote, whatever the output', () => {
    const rows = fc
      .uint8Array()
      .chain((bytes) =>
        fc.constantFrom(aRunRow, aFailedRow).map((make) => make({ output: bytes, notes: ['x'] })),
      );
    fc.assert(
      fc.property(rows, (row) => {
        const read = rowFromJson(JSON.parse(JSON.stringify(rowToJson(row))));
        expect({ ...read, output: undefined }).toEqual({ ...row, output: undefined });
        expect([...read.output.bytes]).toEqual([...row.output.bytes]);
      }),
    );
  });

  it('ignores unknown fields', () => {
    expect(rowFromJson({ ...rowToJson(aRunRow()), verdict: 'passed' })).toEqual(
      expect.not.objectContaining({ verdict: 'passed' }),
    );
  });

  it.each([
    { change: { outcome: 'danced' }, message: 'outcome danced is not one of this version' },
    { change: { pod: 7 }, message: 'pod is not a string' },
    { change: { podIPs: 'x' }, message: 'podIPs is not a list of strings' },
    { change: { exitCode: 1.5 }, message: 'exitCode is not a whole number' },
    { change: { startedAt: 'soon' }, message: 'startedAt is not a time' },
    { change: { owner: [] }, message: 'owner is not an object' },
    { change: { reason: {} }, message: 'kind is not a string' },
  ])('refuses $change', ({ change, message }) => {
    expect(() => rowFromJson({ ...rowToJson(aRunRow()), ...change })).toThrow(message);
  });
});
