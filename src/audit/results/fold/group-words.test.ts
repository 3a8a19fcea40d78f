import { describe, expect, it } from 'vitest';
import { aFailedRow, aRunRow, type RowFields } from '../../../../test/builders/a-run-row.ts';
import type { Verdict } from './expectation.ts';
import { foldedRow, type FoldGroup, type FoldSample } from './fold-group.ts';
import {
  hasSeveralRowsAPod,
  majorityOf,
  memberName,
  membersText,
  outcomeText,
  outputMarks,
  rowPath,
} from './group-words.ts';

const row = (fields: RowFields = {}) => foldedRow(aRunRow(fields), { kind: 'passed' });

const SAMPLE: FoldSample = {
  text: 'ok\n',
  comparable: 'ok\n',
  isMasked: false,
  isBinary: false,
  isTruncated: false,
  byteCount: 2048,
  digest: '0123456789abcdef0123',
};

it.each([
  { label: 'one pod', rows: [row()], text: '1 pod', several: false },
  { label: 'two pods', rows: [row(), row({ pod: 'web-2' })], text: '2 pods', several: false },
  {
    label: 'two containers of a pod',
    rows: [row(), row({ target: 'proxy' })],
    text: '2 containers in 1 pod',
    several: true,
  },
  {
    label: 'two pods that had one name',
    rows: [row({ uid: 'u1' }), row({ uid: 'u2' })],
    text: '2 pods',
    several: false,
  },
])('counts $label', ({ rows, text, several }) => {
  expect(membersText(rows)).toBe(text);
  expect(hasSeveralRowsAPod(rows)).toBe(several);
});

it.each<{ outcome: object; verdict: Verdict; expected: string }>([
  { outcome: row(), verdict: { kind: 'passed' }, expected: 'exit code 0' },
  { outcome: row(), verdict: { kind: 'unmet', why: 'exit code 1' }, expected: 'exit code 1' },
  { outcome: row({ exitCode: undefined }), verdict: { kind: 'passed' }, expected: 'exit code unknown' },
  { outcome: aFailedRow(), verdict: { kind: 'failed' }, expected: 'not-started (image-not-found)' },
  {
    outcome: aFailedRow({ outcome: 'not-run', reason: { kind: '', message: '', hint: '' } }),
    verdict: { kind: 'failed' },
    expected: 'not-run',
  },
])('describes an outcome as $expected', ({ outcome, verdict, expected }) => {
  expect(outcomeText({ ...row(), ...outcome, verdict })).toBe(expected);
});

it.each([
  { target: 'app', hasTarget: false, name: 'shop/web-1', path: ['shop', 'web-1'] },
  { target: 'app', hasTarget: true, name: 'shop/web-1 (app)', path: ['shop', 'web-1', 'app'] },
  { target: '', hasTarget: true, name: 'shop/web-1', path: ['shop', 'web-1'] },
])('names a row $name', ({ target, hasTarget, name, path }) => {
  expect(memberName(row({ target }), hasTarget)).toBe(name);
  expect(rowPath(row({ target }), hasTarget)).toEqual(path);
});

it.each<{ label: string; sample: Partial<FoldSample>; expected: readonly string[] }>([
  { label: 'text', sample: {}, expected: [] },
  { label: 'nothing', sample: { text: '' }, expected: ['(no output)'] },
  {
    label: 'binary output',
    sample: { isBinary: true },
    expected: ['(binary, 2.0 KiB, SHA-256 0123456789abcdef…)'],
  },
  {
    label: 'cut output',
    sample: { isTruncated: true },
    expected: ['(cut here: there is more than 2.0 KiB)'],
  },
])('remarks on $label', ({ sample, expected }) => {
  expect(outputMarks({ ...SAMPLE, ...sample })).toEqual(expected);
});

describe('majorityOf', () => {
  const group = (first: FoldGroup['first']): FoldGroup => ({ members: [first], first, sample: () => SAMPLE });
  const failed = group(foldedRow(aFailedRow(), { kind: 'failed' }));

  it('is the first group of commands that ran', () => {
    const [one, other] = [group(row()), group(row())];
    expect(majorityOf([failed, one, other])).toEqual({ group: one, sample: SAMPLE });
    expect(majorityOf([failed, one, other])?.group).toBe(one);
  });

  it('is missing where none ran', () => {
    expect(majorityOf([failed])).toBeUndefined();
  });
});

describe('with contexts', () => {
  const cluster = { context: 'prod-us', namespace: '', pod: '', uid: '' };

  it.each([
    { label: 'a pod', fields: { context: 'prod-eu' }, name: 'prod-eu/shop/web-1' },
    { label: 'a cluster that cannot be reached', fields: cluster, name: 'prod-us' },
  ])('names $label', ({ fields, name }) => {
    expect(memberName(row(fields), false)).toBe(name);
    expect(rowPath(row(fields), false).join('/')).toBe(name);
  });

  it('counts pods of different clusters as different, and clusters as clusters', () => {
    const both = [row({ context: 'prod-eu', uid: 'u' }), row({ context: 'prod-us', uid: 'u' })];
    expect(membersText(both)).toBe('2 pods');
    expect(hasSeveralRowsAPod(both)).toBe(false);
    expect(membersText([row(cluster)])).toBe('1 cluster');
  });
});
