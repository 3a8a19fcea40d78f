import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { AUDIT_RESULT_FLAGS } from '../../flags/tables/audit-result-flags.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { readResultsFlags } from './audit-results.ts';

function read(...args: readonly string[]) {
  const { flags } = parseCommandLine(AUDIT_RESULT_FLAGS, args);
  return readResultsFlags(anIo().io, flags);
}

describe('readResultsFlags', () => {
  it('folds without flags', () => {
    expect(read()).toEqual({
      format: { kind: 'fold', groupBy: undefined },
      masks: [],
      expectation: { exitCode: 0, output: undefined },
      outputFolder: undefined,
      report: undefined,
    });
  });

  it.each([
    { args: ['--group-by=owner'], expected: { format: { kind: 'fold', groupBy: 'owner' } } },
    { args: ['-o', 'junit'], expected: { format: { kind: 'junit' } } },
    { args: ['--prefix'], expected: { format: { kind: 'prefix' } } },
    { args: ['--mask=a,b', '--mask=c'], expected: { masks: [{ name: '--mask=a,b' }, { name: '--mask=c' }] } },
    {
      args: ['--expect=uid=0', '--expect-exit=1'],
      expected: { expectation: { exitCode: 1, output: { kind: 'text', text: 'uid=0' } } },
    },
    {
      args: ['--expect=/a/i'],
      expected: {
        expectation: { exitCode: 0, output: { kind: 'pattern', pattern: { name: '--expect=/a/i' } } },
      },
    },
    {
      args: ['--report=r.html', '-o', 'json', '--group-by=node'],
      expected: {
        format: { kind: 'json' },
        report: { kind: 'file', file: '/home/user/r.html', groupBy: 'node' },
      },
    },
    { args: ['--report=r.MD'], expected: { report: { kind: 'markdown', file: '/home/user/r.MD' } } },
    {
      args: ['--report=configmap/nightly', '--mask=a', '--prefix'],
      expected: { report: { kind: 'configmap', map: { namespace: undefined, name: 'nightly' } } },
    },
    {
      args: ['--report=cm/audits/nightly'],
      expected: { report: { kind: 'configmap', map: { namespace: 'audits', name: 'nightly' } } },
    },
    {
      args: ['--report=./configmap/nightly'],
      expected: { report: { kind: 'file', file: '/home/user/configmap/nightly' } },
    },
    { args: ['--output-dir=out'], expected: { outputFolder: '/home/user/out' } },
  ])('reads $args', ({ args, expected }) => {
    expect(read(...args)).toMatchObject(expected);
  });

  it.each([
    { args: ['-o', 'yaml'], message: 'unknown output format "yaml"' },
    { args: ['-o', 'json', '--prefix'], message: '--prefix and --output cannot go together' },
    {
      args: ['-o', 'json', '--group-by=node'],
      message: '--group-by folds equal outputs, and -o json shows each of them',
    },
    {
      args: ['--prefix', '--mask=a'],
      message: '--mask folds equal outputs, and --prefix shows each of them',
    },
    { args: ['--group-by=rack'], message: 'audit cannot group by "rack"' },
    { args: ['--mask=('], message: '--mask is not a regular expression' },
    { args: ['--expect='], message: '--expect needs a text to look for' },
    { args: ['--expect-exit=256'], message: 'no command exits with 256' },
    { args: ['--report='], message: '--report needs a path' },
    { args: ['--report=configmap/'], message: '--report=configmap/ names no ConfigMap' },
    { args: ['--report=configmap/A'], message: '--report=configmap/A names no ConfigMap' },
    { args: ['--report=cm/a.b/c'], message: '--report=cm/a.b/c names no ConfigMap' },
    { args: ['--report=cm/a/b/c'], message: '--report=cm/a/b/c names no ConfigMap' },
    { args: ['--output-dir='], message: '--output-dir needs a path' },
  ])('refuses $args', ({ args, message }) => {
    expect(() => read(...args)).toThrow(message);
  });
});
