import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { AUDIT_FLAGS } from '../../flags/tables/audit-flags.ts';
import { AUDIT_RESULT_FLAGS } from '../../flags/tables/audit-result-flags.ts';
import { CONTEXTS_FLAG } from '../../flags/tables/fleet/contexts-flag.ts';
import { IN_CLUSTER_FLAGS } from '../../flags/tables/fleet/in-cluster-flags.ts';
import { GLOBAL_FLAGS } from '../../flags/tables/global-flags.ts';
import { readAuditRequest } from './audit-request.ts';

const FLAGS = [...AUDIT_FLAGS, CONTEXTS_FLAG, ...IN_CLUSTER_FLAGS, ...AUDIT_RESULT_FLAGS, ...GLOBAL_FLAGS];
const IMAGE = '--in-cluster-image=localhost/x:dev';
const RUN = '20261121-170501-x7k2q';

const read = (...args: readonly string[]) => readAuditRequest(anIo().io, parseCommandLine(FLAGS, args));

describe('readAuditRequest', () => {
  it.each([
    { args: [], expected: { lists: true, isAllNamespaces: false, namespaces: [], readsStdin: false } },
    { args: ['-A'], expected: { lists: true, isAllNamespaces: true } },
    { args: ['-n', 'shop,billing,shop'], expected: { namespaces: ['shop', 'billing'] } },
    { args: ['-l', 'app=web'], expected: { selection: { labelSelector: 'app=web' } } },
    { args: ['-'], expected: { lists: false, readsStdin: true, targets: [] } },
    { args: ['web-1', '-'], expected: { readsStdin: true, targets: [{ kind: 'pod', name: 'web-1' }] } },
    { args: ['--one-per-node'], expected: { rules: { onePer: 'node' } } },
    { args: ['--target='], expected: { rules: { target: { kind: 'none' } } } },
    { args: ['--target=app'], expected: { rules: { target: { kind: 'named', name: 'app' } } } },
  ])('reads which pods $args chooses', async ({ args, expected }) => {
    expect(await read(...args, '--', 'id')).toMatchObject({ kind: 'new', from: expected });
  });

  it.each([
    {
      args: [],
      expected: {
        concurrency: 16,
        maxPerNode: 8,
        perNode: 'starting',
        timeoutMs: 300_000,
        canary: 1,
        maxFailures: { kind: 'percent', percent: 5 },
        maxOutput: 1024 ** 2,
        shard: undefined,
      },
    },
    { args: ['--max-per-node=1'], expected: { maxPerNode: 1, perNode: 'running' } },
    { args: ['--max-failures=3'], expected: { maxFailures: { kind: 'count', count: 3 } } },
    { args: ['--max-output=64Ki'], expected: { maxOutput: 65_536 } },
    { args: ['--shard=2/4'], expected: { shard: { index: 2, count: 4 } } },
    { args: ['--envelope=false'], expected: { request: { command: ['id'], stdin: false } } },
  ])('reads how $args runs the command', async ({ args, expected }) => {
    expect(await read(...args, '--', 'id')).toMatchObject({ kind: 'new', settings: expected });
  });

  it.each([
    { args: [], maxTotal: 1024 },
    { args: ['--max-total=3Gi'], maxTotal: 3 * 1024 },
    { args: ['--in-cluster', IMAGE], maxTotal: 64 },
    { args: ['--in-cluster', IMAGE, '--max-total=512Mi'], maxTotal: 512 },
  ])('reads how many MiB $args may collect', async ({ args, maxTotal }) => {
    const expected = { settings: { collect: { maxTotal: maxTotal * 1024 ** 2 } } };
    expect(await read('--collect=/etc', '--output-dir=files', ...args)).toMatchObject(expected);
  });

  it.each([
    { args: ['--resume'], runId: undefined, rerunsUnknown: false },
    { args: ['--resume', RUN], runId: RUN, rerunsUnknown: false },
    { args: [`--resume=${RUN}`, '--rerun-unknown', '-q', '--strict'], runId: RUN, rerunsUnknown: true },
  ])('reads $args', async ({ args, runId, rerunsUnknown }) => {
    expect(await read(...args)).toMatchObject({ kind: 'resume', runId, rerunsUnknown });
  });

  it.each([
    { args: ['web-1'], message: 'no command is given to run in each pod' },
    { args: ['web-1', '-A', '--', 'id'], message: 'pods are chosen by name or by a selector, not by both' },
    {
      args: ['web-1', '-n', 'a,b', '--', 'id'],
      message: 'the named pods are in one namespace, but -n has several',
    },
    { args: ['-n', 'shop,', '--', 'id'], message: '-n "shop," names an empty namespace' },
    { args: ['-n', 'a/b', '--', 'id'], message: '-n "a/b" names "a/b", which cannot be a namespace' },
    { args: ['--concurrency=0', '--', 'id'], message: '--concurrency cannot be 0: it has to be at least 1' },
    { args: ['--max-failures=101%', '--', 'id'], message: '--max-failures cannot be "101%"' },
    { args: ['--max-output=65Mi', '--', 'id'], message: '--max-output cannot be "65Mi"' },
    {
      args: ['--collect=/etc', '--output-dir=x', '--in-cluster', IMAGE, '--max-total=1Gi'],
      message: '--max-total cannot be "1Gi"',
    },
    { args: ['--shard=0/4', '--', 'id'], message: '--shard "0/4" is not one of several parts' },
    {
      args: ['--rerun-unknown', '--', 'id'],
      message: '--rerun-unknown is for an interrupted audit: add --resume=RUN',
    },
    { args: ['--resume=../x'], message: '"../x" is not the id of an audit' },
    {
      args: [`--resume=${RUN}`, '--', 'id'],
      message: '--resume uses the pods and the command of its run, not id',
    },
    {
      args: [`--resume=${RUN}`, '--image=x'],
      message: '--resume uses the pods and the command of its run, not --image',
    },
  ])('refuses $args', async ({ args, message }) => {
    await expect(read(...args)).rejects.toThrow(expect.objectContaining({ kind: 'usage', message }));
  });
});
