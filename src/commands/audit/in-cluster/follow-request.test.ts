import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../flags/parse-command-line.ts';
import { AUDIT_FLAGS } from '../../../flags/tables/audit-flags.ts';
import { AUDIT_RESULT_FLAGS } from '../../../flags/tables/audit-result-flags.ts';
import { CONTEXTS_FLAG } from '../../../flags/tables/fleet/contexts-flag.ts';
import { IN_CLUSTER_FLAGS } from '../../../flags/tables/fleet/in-cluster-flags.ts';
import { readFollowRequest } from './follow-request.ts';

const FLAGS = [...AUDIT_FLAGS, CONTEXTS_FLAG, ...IN_CLUSTER_FLAGS, ...AUDIT_RESULT_FLAGS];
const RUN = '20250301-130000-x7k2q';

const read = (...args: readonly string[]) => readFollowRequest(parseCommandLine(FLAGS, args));

describe('readFollowRequest', () => {
  it.each([
    { args: ['--follow'], runId: undefined },
    { args: [`--follow=${RUN}`], runId: RUN },
    { args: ['--follow', RUN], runId: RUN },
    { args: [`--follow=audit-${RUN}`], runId: RUN },
    { args: [`--follow=job.batch/audit-${RUN}`], runId: RUN },
    { args: [`--follow=job/audit-${RUN}`, '--prefix', '--report=r.html'], runId: RUN },
  ])('reads the run of $args', ({ args, runId }) => {
    expect(read(...args).runId).toBe(runId);
  });

  it('reads where to look, and how to judge', () => {
    expect(read('--follow', '-A', '--strict')).toMatchObject({ isAllNamespaces: true, isStrict: true });
    expect(read('--follow')).toMatchObject({ isAllNamespaces: false, isStrict: false });
  });

  it.each([
    { args: ['--follow=web-1'], message: '"web-1" is not the id of an audit' },
    { args: [`--follow=${RUN}`, 'web-1'], message: 'takes no web-1' },
    { args: ['--follow', RUN, 'web-1'], message: 'takes no web-1' },
    { args: [`--follow=${RUN}`, '--', 'id'], message: 'takes no id' },
    { args: [`--follow=${RUN}`, '-l', 'app=web'], message: 'takes no --selector' },
    { args: [`--follow=${RUN}`, '--image=busybox'], message: 'takes no --image' },
    { args: [`--follow=${RUN}`, '--in-cluster'], message: 'takes no --in-cluster' },
  ])('refuses $args', ({ args, message }) => {
    expect(() => read(...args)).toThrow(message);
  });
});
