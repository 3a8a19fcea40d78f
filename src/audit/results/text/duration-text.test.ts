import { describe, expect, it } from 'vitest';
import { aRunRow } from '../../../../test/builders/a-run-row.ts';
import { durationOf, durationText } from './duration-text.ts';

describe('durationText', () => {
  it.each([
    { milliseconds: 0, text: '<10ms' },
    { milliseconds: 10, text: '10ms' },
    { milliseconds: 350, text: '350ms' },
    { milliseconds: 1000, text: '1s' },
    { milliseconds: 4240, text: '4.2s' },
    { milliseconds: 9990, text: '10s' },
    { milliseconds: 45_400, text: '45s' },
    { milliseconds: 59_600, text: '1m' },
    { milliseconds: 90_000, text: '1m30s' },
  ])('shows $milliseconds as $text', ({ milliseconds, text }) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});

describe('durationOf', () => {
  const startedAt = new Date('2025-03-01T13:00:00Z');
  const after = (milliseconds: number): Date => new Date(startedAt.getTime() + milliseconds);
  it.each([
    { label: 'what was measured', fields: { durationMs: 340, finishedAt: after(3000) }, expected: 340 },
    { label: 'what took no time that can be measured', fields: { durationMs: 0 }, expected: 0 },
    { label: 'whole seconds', fields: { finishedAt: after(2000) }, expected: 2000 },
    { label: 'less than the API can tell', fields: { finishedAt: after(0) }, expected: 1000 },
    { label: 'what did not run', fields: { startedAt: undefined }, expected: undefined },
  ])('of $label is $expected', ({ fields, expected }) => {
    expect(durationOf(aRunRow({ startedAt, ...fields }))).toBe(expected);
  });
});
