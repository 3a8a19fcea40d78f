import { describe, expect, it } from 'vitest';
import { DEBUG_FLAGS } from '../../flags/tables/debug-flags.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { readResultMode, type ResultMode } from './result-mode.ts';

const read = (line: string): ResultMode =>
  readResultMode(
    parseCommandLine(
      DEBUG_FLAGS,
      line.split(' ').filter((word) => word !== ''),
    ).flags,
  );
const print = (dryRun?: 'client' | 'server', format?: 'yaml' | 'json' | 'name') => ({
  kind: 'print',
  dryRun,
  format,
});

describe('readResultMode', () => {
  it.each([
    { line: '', mode: { kind: 'session' } },
    { line: '-it', mode: { kind: 'session' } },
    { line: '--attach', mode: { kind: 'session' } },
    { line: '--attach=false', mode: { kind: 'start', waits: false } },
    { line: '-it --attach=false', mode: { kind: 'start', waits: false } },
    { line: '-d', mode: { kind: 'start', waits: false } },
    { line: '-dit --attach=false', mode: { kind: 'start', waits: false } },
    { line: '-d=false', mode: { kind: 'session' } },
    { line: '--wait', mode: { kind: 'start', waits: true } },
    { line: '-d --wait', mode: { kind: 'start', waits: true } },
    { line: '-d -it -o yaml', mode: print(undefined, 'yaml') },
    { line: '-d --dry-run=server', mode: print('server') },
    { line: '--wait --show-kubectl', mode: { kind: 'kubectl-line' } },
    { line: '--dry-run=none', mode: { kind: 'session' } },
    { line: '--dry-run=client', mode: print('client') },
    { line: '--dry-run=server -it', mode: print('server') },
    { line: '--dry-run=client -o json', mode: print('client', 'json') },
    { line: '-o yaml', mode: print(undefined, 'yaml') },
    { line: '-oname --attach=false -it', mode: print(undefined, 'name') },
    { line: '--output=', mode: { kind: 'session' } },
    { line: '--show-kubectl', mode: { kind: 'kubectl-line' } },
    { line: '--show-kubectl -it -o yaml --dry-run=server', mode: { kind: 'kubectl-line' } },
  ])('reads "$line"', ({ line, mode }) => {
    expect(read(line)).toEqual(mode);
  });

  it.each([
    { line: '-o table', message: 'unknown output format "table"' },
    { line: '-o table --show-kubectl', message: 'unknown output format "table"' },
    { line: '--dry-run=maybe', message: 'invalid dry-run value (maybe)' },
    { line: '--dry-run=', message: 'invalid dry-run value ()' },
    { line: '-it -o yaml', message: '-o prints a pod on stdout, where a session would have its output' },
    { line: '-d --attach', message: '--detach leaves the debug container alone, but --attach shows it' },
    { line: '--wait --attach', message: '--wait leaves the debug container alone, but --attach shows it' },
    {
      line: '--wait -o name',
      message: '--wait waits for a container that runs, but --dry-run and -o print one',
    },
    {
      line: '--wait --dry-run=server',
      message: '--wait waits for a container that runs, but --dry-run and -o print one',
    },
    { line: '--attach -o yaml', message: '-o prints a pod on stdout, where a session would have its output' },
  ])('refuses "$line"', ({ line, message }) => {
    expect(() => read(line)).toThrow(expect.objectContaining({ kind: 'usage', message }));
  });
});
