import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../flags/parse-command-line.ts';
import { AUDIT_RESULT_FLAGS } from '../../../flags/tables/audit-result-flags.ts';
import { AUDIT_FLAGS } from '../../../flags/tables/audit-flags.ts';
import { CONTEXTS_FLAG } from '../../../flags/tables/fleet/contexts-flag.ts';
import { IN_CLUSTER_FLAGS } from '../../../flags/tables/fleet/in-cluster-flags.ts';
import { readInCluster } from './in-cluster-request.ts';

const FLAGS = [...AUDIT_FLAGS, CONTEXTS_FLAG, ...IN_CLUSTER_FLAGS, ...AUDIT_RESULT_FLAGS];
const IMAGE = '--in-cluster-image=localhost/kubectl-debug:dev';

const read = (...args: readonly string[]) => readInCluster(parseCommandLine(FLAGS, args));

describe('readInCluster', () => {
  it('reads nothing for an audit that runs here', () => {
    expect(read('web-1')).toBeUndefined();
  });

  it.each([
    { args: ['--in-cluster'], expected: { workers: 'auto', dryRun: undefined, account: undefined } },
    { args: ['--in-cluster=4'], expected: { workers: 4 } },
    { args: ['--in-cluster=auto', 'web-1'], expected: { workers: 'auto' } },
    {
      args: ['--in-cluster', '--dry-run=client', '-o', 'yaml'],
      expected: { dryRun: 'client', format: 'yaml' },
    },
    { args: ['--in-cluster', '--dry-run=server'], expected: { dryRun: 'server', format: undefined } },
    { args: ['--in-cluster', '-o', 'junit'], expected: { dryRun: undefined, format: undefined } },
    { args: ['--in-cluster', '--service-account=auditor'], expected: { account: 'auditor' } },
    { args: ['--in-cluster', '--in-cluster-namespace=jobs'], expected: { namespace: 'jobs' } },
  ])('reads $args', ({ args, expected }) => {
    expect(read(...args, IMAGE)).toMatchObject({ image: 'localhost/kubectl-debug:dev', ...expected });
  });

  it.each([
    { args: ['--in-cluster=0', IMAGE], message: '--in-cluster cannot be "0"' },
    { args: ['--in-cluster=many', IMAGE], message: '--in-cluster cannot be "many"' },
    { args: ['--in-cluster=1001', IMAGE], message: '--in-cluster cannot be "1001"' },
    { args: ['--in-cluster', '4', IMAGE], message: 'whether 4 is a number of workers or a pod' },
    { args: ['--in-cluster'], message: 'needs an image of this program' },
    { args: ['--in-cluster', '--in-cluster-image=UP:per:x'], message: 'invalid image name "UP:per:x"' },
    { args: ['--in-cluster', IMAGE, '--in-cluster-namespace=a/b'], message: '"a/b" cannot be the name' },
    { args: ['--in-cluster', IMAGE, '--service-account=A'], message: '"A" cannot be the name' },
    { args: ['--in-cluster', IMAGE, '--dry-run=maybe'], message: 'invalid dry-run value (maybe)' },
    { args: ['--in-cluster', IMAGE, '--dry-run=client', '-o', 'junit'], message: 'unknown output format' },
    { args: ['--in-cluster', IMAGE, '--follow'], message: '--follow is for an audit that has begun' },
    { args: ['--in-cluster', IMAGE, '--worker=x'], message: '--worker is for an audit that has begun' },
    { args: ['--in-cluster', IMAGE, '--contexts=a*'], message: '--contexts names several clusters' },
    { args: [IMAGE], message: '--in-cluster-image is about workers in the cluster: add --in-cluster' },
    { args: ['--dry-run=client'], message: '--dry-run is about workers in the cluster' },
  ])('refuses $args', ({ args, message }) => {
    expect(() => read(...args)).toThrow(message);
  });
});
